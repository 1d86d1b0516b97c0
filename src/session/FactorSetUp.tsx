/** Registers a new secret in an authenticator app: a QR code to scan, a key to type, the first code as proof. */
import { useMemo, useState } from 'react';
import { drawingSvg, svgAddress } from '../../resources/qr/svg.ts';
import { drawPicture } from '../../schemas/qr/drawing.ts';
import { useWords } from '../words/Words.tsx';
import { CodeInput } from './CodeInput.tsx';
import { Notice } from './Notice.tsx';
import { useSubmit } from './use-submit.ts';

export interface Prepared {
  segreto: string;
  /** The content of the QR code: otpauth://… */
  indirizzo: string;
}

interface SetUpProps {
  prepared: Prepared;
  onConfirm(code: string): Promise<void>;
  /** Returns to the previous page; undefined if there is none. */
  onCancel?(): void;
}

const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

export default function FactorSetUp({ prepared, onConfirm, onCancel }: SetUpProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const picture = useMemo(
    () => svgAddress(drawingSvg(drawPicture({ texts: [] }), prepared.indirizzo)),
    [prepared.indirizzo],
  );
  const { busy, error, submit } = useSubmit(() => onConfirm(code));
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="factor-text">{t('officina.factor.scan')}</p>
      <img className="factor-qr" src={picture} alt={t('officina.factor.qr')} width={200} height={200} />
      <div>
        <p className="factor-text">{t('officina.factor.type')}</p>
        <p className="factor-key">
          <code>{inGroups(prepared.segreto)}</code>
        </p>
        <p className="factor-text">
          <a className="link factor-open" href={prepared.indirizzo}>
            {t('officina.factor.open')}
          </a>
        </p>
      </div>
      {error && <Notice severity="error">{error}</Notice>}
      <CodeInput value={code} onChange={setCode} />
      <button type="submit" className="button" disabled={busy || !code.trim()}>
        {t('officina.factor.switch_on')}
      </button>
      {onCancel && (
        <button type="button" className="button button-plain" onClick={onCancel}>
          {t('officina.cancel')}
        </button>
      )}
    </form>
  );
}
