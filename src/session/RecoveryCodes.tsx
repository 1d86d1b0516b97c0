/** Recovery codes, displayed once to copy, print or save. */
import { useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';

interface RecoveryCodesProps {
  codes: string[];
  /** Called when the user has a copy. */
  onKept?(): void;
  onDone(): void;
}

export function RecoveryCodes({ codes, onKept, onDone }: RecoveryCodesProps) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
    onKept?.();
  };
  const save = () => {
    const text = `${t('officina.factor.codes_title')}\n\n${codes.join('\n')}\n`;
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('officina.factor.file'));
    onKept?.();
  };
  return (
    <section className="form" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1} className="factor-head">
        {t('officina.factor.codes_title')}
      </h2>
      <p className="factor-text">{t('officina.factor.codes_about')}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-row">
        <button type="button" className="button button-plain" onClick={save}>
          {t('officina.factor.save')}
        </button>
        {navigator.clipboard && (
          <button type="button" className="button button-plain" onClick={copy}>
            {t('officina.act.copy')}
          </button>
        )}
      </div>
      {copied && <Notice severity="success">{t('officina.act.copied')}</Notice>}
      <button type="button" className="button" onClick={onDone}>
        {t('officina.factor.kept')}
      </button>
    </section>
  );
}
