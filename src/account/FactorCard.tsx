import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { UnsavedGuard } from '../../resources/form/UnsavedGuard.tsx';
import FactorSetUp from '../session/FactorSetUp.tsx';
import { Notice } from '../session/Notice.tsx';
import { RecoveryCodes } from '../session/RecoveryCodes.tsx';
import { ProofForm } from './ProofForm.tsx';
import { type Factor, useFactor, type Wish } from './use-factor.ts';
import { useInstant } from './use-instant.ts';

/** The number of recovery codes at which the page warns that few are left. */
const FEW = 3;

export function FactorCard() {
  const translate = useTranslate();
  const state = useFactor();
  return (
    <section className="account-card">
      <h2>{translate('officina.factor.title')}</h2>
      <div className="form">
        {state.done && <Notice severity="success">{state.done}</Notice>}
        <Step {...state} />
      </div>
    </section>
  );
}

/** Displays whether the factor is on or off, and the steps in between: password, new app, recovery codes. */
function Step({ factor, error, wish, prepared, codes, ...act }: ReturnType<typeof useFactor>) {
  if (codes) return <NewCodes codes={codes} onDone={act.forgetCodes} />;
  if (replacesData(error, factor)) return <Failure error={error} onRetry={act.refetch} />;
  if (!factor) return <Loading height={120} />;
  if (prepared) return <FactorSetUp prepared={prepared} onConfirm={act.confirm} onCancel={act.cancel} />;
  if (!wish) return <FactorStatus factor={factor} onWish={act.begin} />;
  return <ProofForm wish={wish} withCode={factor.attivo === 1} onProve={act.prove} onCancel={act.cancel} />;
}

/** The recovery codes, which nobody leaves by mistake without a copy. */
function NewCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const unkept = useRef(true);
  const keep = () => {
    unkept.current = false;
  };
  return (
    <>
      <RecoveryCodes codes={codes} onKept={keep} onDone={onDone} />
      <UnsavedGuard dirty={unkept} words="factor.unkept" />
    </>
  );
}

function FactorStatus({ factor, onWish }: { factor: Factor; onWish(wish: Wish): void }) {
  const translate = useTranslate();
  const moment = useInstant();
  if (!factor.attivo)
    return (
      <>
        <p className="factor-text">{translate('officina.factor.about')}</p>
        {factor.obbligatorio === 1 && (
          <Notice severity="warning">{translate('officina.factor.next_time')}</Notice>
        )}
        <button type="button" className="button" onClick={() => onWish('prepare')}>
          {translate('officina.factor.begin')}
        </button>
      </>
    );
  const left = translate('officina.factor.left', { left: factor.codici_rimasti });
  return (
    <>
      <p className="factor-text">{translate('officina.factor.since', { when: moment(factor.attivato!) })}</p>
      {factor.codici_rimasti <= FEW ? (
        <Notice severity="warning">{left}</Notice>
      ) : (
        <p className="factor-text">{left}</p>
      )}
      <div className="account-buttons">
        <button type="button" className="button button-plain" onClick={() => onWish('codes')}>
          {translate('officina.factor.do_codes')}
        </button>
        <button type="button" className="button button-plain" onClick={() => onWish('prepare')}>
          {translate('officina.factor.do_prepare')}
        </button>
        {factor.obbligatorio === 0 && (
          <button type="button" className="button button-plain" onClick={() => onWish('off')}>
            {translate('officina.factor.do_off')}
          </button>
        )}
      </div>
    </>
  );
}
