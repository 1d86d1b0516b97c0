/** Signs a job report again that was signed without a network, and that would now say something else. */
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { outbox } from '../../dataProvider/outbox.ts';
import { REPORT_MADE, type Waiting } from '../../dataProvider/outbox-order.ts';
import { Opening } from '../../resources/feedback/Placeholder.tsx';
import { REPORT_NEEDED } from '../../schemas/results.ts';

const ReportDialog = lazy(() => import('../interventions/report/ReportDialog.tsx'));

/** Returns whether an act is refused because it needs a report with new signatures. */
export const isSignedAgain = ({ act, refusal, result }: Waiting): boolean =>
  refusal !== undefined && (act === REPORT_MADE || (act === 'enter-state' && result === REPORT_NEEDED));

const stateOf = ({ act, path, body }: Waiting): number =>
  Number(act === REPORT_MADE ? /\d+$/.exec(path)?.[0] : body.id_stato);

interface SignAgainProps {
  waiting: Waiting;
  onClose(): void;
}

export function SignAgain({ waiting, onClose }: SignAgainProps) {
  const translate = useTranslate();
  const { mostrato: _, id_stato: _state, versione: _version, ...change } = waiting.body;
  const made = async () => {
    // The new report replaces the refused one; a refused state has its report now.
    await (waiting.act === REPORT_MADE ? outbox.drop(waiting) : outbox.again(waiting));
    onClose();
  };
  return (
    <Suspense fallback={<Opening />}>
      <ReportDialog
        record={{ id: Number(waiting.id) }}
        state={stateOf(waiting)}
        change={change}
        title={translate('officina.outbox.sign')}
        isAgain
        onMade={() => void made()}
        onClose={onClose}
      />
    </Suspense>
  );
}
