/** The public page that compares a file with the signed job report. The QR code on the report opens it. */
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { fingerprintOf } from '../../dataProvider/fingerprint.ts';
import { CallError, call } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';
import { Notice, type Severity } from './Notice.tsx';
import { BackToLogin } from './PageLink.tsx';
import './report-check.css';
import { TextInput } from './TextInput.tsx';

interface Change {
  voce: string;
  allora: string;
  ora: string;
}

/** Facts about the report that the server may add to its answer. */
interface ReportFacts {
  /** 1 if another report has replaced it. */
  sostituito?: 1;
  /** Values that differed from the report when the intervention entered its state. */
  modifiche?: Change[];
}

/** The result: a translation key, or the server's message. */
interface Answer {
  severity: Severity;
  key?: string;
  message?: string;
  facts?: ReportFacts;
}

async function answerTo(code: string, file: File | undefined): Promise<Answer> {
  const path = `/rapportini/verifica/${encodeURIComponent(code)}`;
  if (!file) {
    const { data } = await call<ReportFacts>(path);
    return { severity: 'info', key: 'officina.reportCheck.exists', facts: data };
  }
  // The file may have been deleted, or its disk removed, since the user chose it.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { severity: 'error', key: 'officina.reportCheck.unreadable' };
  const body = { hash: await fingerprintOf(new Uint8Array(bytes)) };
  const { data } = await call<ReportFacts & { corrisponde: number }>(path, { method: 'POST', body });
  return data.corrisponde === 1
    ? { severity: 'success', key: 'officina.reportCheck.same', facts: data }
    : { severity: 'error', key: 'officina.reportCheck.differs', facts: data };
}

function useCheck(initialCode: string) {
  const [code, setCode] = useState(initialCode);
  const [file, setFile] = useState<File>();
  const [answer, setAnswer] = useState<Answer>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const check = async (about: File | undefined) => {
    latest.current += 1;
    const attempt = latest.current;
    setAnswer(undefined);
    setBusy(true);
    const result = await answerTo(code.trim(), about).catch(
      (error: unknown): Answer => ({
        severity: 'error',
        ...(error instanceof CallError ? { message: error.message } : { key: 'officina.error.http' }),
      }),
    );
    // The result of an older check is ignored.
    if (attempt !== latest.current) return;
    setAnswer(result);
    setBusy(false);
  };
  return {
    code,
    file,
    answer,
    busy,
    ask: check,
    type(typed: string) {
      latest.current += 1;
      setCode(typed);
      setAnswer(undefined);
      setBusy(false);
    },
    choose(chosen: File | undefined) {
      if (!chosen) return;
      setFile(chosen);
      setAnswer(undefined);
      if (code.trim()) void check(chosen);
    },
  };
}

export default function ReportCheckPage({ parameter }: { parameter: string }) {
  const { t } = useWords();
  const { code, file, answer, busy, ask, type, choose } = useCheck(parameter);
  const [missing, setMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the code in the address
  useEffect(() => {
    if (parameter) void ask(undefined);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!code.trim());
    if (code.trim()) void ask(file);
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h1>{t('officina.reportCheck.title')}</h1>
      <p className="form-lead">{t('officina.reportCheck.lead')}</p>
      <TextInput
        label={t('officina.reportCheck.code')}
        name="codice"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={!parameter}
        value={code}
        error={missing && !code.trim() ? t('officina.reportCheck.code_missing') : undefined}
        onChange={(event) => type(event.target.value)}
      />
      <FileInput file={file} onChosen={choose} />
      {answer && (
        <Notice severity={answer.severity}>
          {answer.message ?? t(answer.key!, { file: file?.name ?? '' })}
        </Notice>
      )}
      {answer?.facts && <Facts facts={answer.facts} />}
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'officina.reportCheck.busy' : 'officina.reportCheck.submit')}
      </button>
      <BackToLogin />
    </form>
  );
}

/** Explains that a report is authentic but outdated, because it was replaced or values were changed later. */
function Facts({ facts: { sostituito, modifiche = [] } }: { facts: ReportFacts }) {
  const { t } = useWords();
  return (
    <>
      {sostituito === 1 && <Notice severity="warning">{t('officina.reportCheck.replaced')}</Notice>}
      {modifiche.length > 0 && (
        <section aria-label={t('officina.reportCheck.changed')}>
          <Notice severity="warning">{t('officina.reportCheck.changed')}</Notice>
          <table className="then-now">
            <thead>
              <tr>
                <th scope="col">{t('officina.reportCheck.what')}</th>
                <th scope="col">{t('officina.reportCheck.then')}</th>
                <th scope="col">{t('officina.reportCheck.now')}</th>
              </tr>
            </thead>
            <tbody>
              {modifiche.map(({ voce, allora, ora }) => (
                <tr key={voce}>
                  <th scope="row">{voce}</th>
                  <td>{allora}</td>
                  <td>{ora}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** A file input with drag and drop. The browser's own label would not be in the page's language. */
function FileInput({ file, onChosen }: { file: File | undefined; onChosen(file: File | undefined): void }) {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  const stay = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <label
      className={over ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => stay(event, true)}
      onDragLeave={(event) => stay(event, false)}
      onDrop={(event) => {
        stay(event, false);
        onChosen(event.dataTransfer.files[0]);
      }}
    >
      <input
        type="file"
        accept="application/pdf,.pdf"
        onChange={(event) => {
          onChosen(event.target.files?.[0]);
          // Allows the same file to be chosen again after a change.
          event.target.value = '';
        }}
      />
      <span>{t(file ? 'officina.reportCheck.other_file' : 'officina.reportCheck.file')}</span>
      {file && <span className="drop-name">{file.name}</span>}
    </label>
  );
}
