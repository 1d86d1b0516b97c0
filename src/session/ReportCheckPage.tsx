/** For anybody with a job report in his hands: is this file the one that was signed? The QR code on it leads here. */
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';
import { fingerprintOf } from './fingerprint.ts';
import { Notice, type Severity } from './Notice.tsx';
import { PageLink } from './PageLink.tsx';
import './report-check.css';
import { TextInput } from './TextInput.tsx';

interface Change {
  voce: string;
  allora: string;
  ora: string;
}

/** What the server tells beside its answer, where there is something to tell. */
interface Told {
  /** Another report took its place. */
  sostituito?: 1;
  /** What the state was entered with although the report tells otherwise. */
  modifiche?: Change[];
}

/** A key of ours, or what the server says. */
interface Answer {
  severity: Severity;
  key?: string;
  told?: string;
  beside?: Told;
}

async function answerTo(code: string, file: File | undefined): Promise<Answer> {
  const path = `/rapportini/verifica/${encodeURIComponent(code)}`;
  if (!file) {
    const { data } = await call<Told>(path);
    return { severity: 'info', key: 'officina.reportCheck.exists', beside: data };
  }
  // A file can be gone, or on a disk that is, since it was chosen.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { severity: 'error', key: 'officina.reportCheck.unreadable' };
  const body = { hash: await fingerprintOf(new Uint8Array(bytes)) };
  const { data } = await call<Told & { corrisponde: number }>(path, { method: 'POST', body });
  return data.corrisponde === 1
    ? { severity: 'success', key: 'officina.reportCheck.same', beside: data }
    : { severity: 'error', key: 'officina.reportCheck.differs', beside: data };
}

function useCheck(given: string) {
  const [code, setCode] = useState(given);
  const [file, setFile] = useState<File>();
  const [answer, setAnswer] = useState<Answer>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const ask = async (about: File | undefined) => {
    latest.current += 1;
    const turn = latest.current;
    setAnswer(undefined);
    setBusy(true);
    const found = await answerTo(code.trim(), about).catch(
      (error: unknown): Answer => ({
        severity: 'error',
        ...(error instanceof CallError ? { told: error.message } : { key: 'officina.error.http' }),
      }),
    );
    // Of two questions asked one after the other the later one counts.
    if (turn !== latest.current) return;
    setAnswer(found);
    setBusy(false);
  };
  return {
    code,
    file,
    answer,
    busy,
    ask,
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
      if (code.trim()) void ask(chosen);
    },
  };
}

export default function ReportCheckPage({ parameter }: { parameter: string }) {
  const { t } = useWords();
  const { code, file, answer, busy, ask, type, choose } = useCheck(parameter);
  const [missing, setMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, with the code of the address
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
          {answer.told ?? t(answer.key!, { file: file?.name ?? '' })}
        </Notice>
      )}
      {answer?.beside && <Beside told={answer.beside} />}
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'officina.reportCheck.busy' : 'officina.reportCheck.submit')}
      </button>
      <PageLink className="link" to="/login">
        {t('officina.login.back')}
      </PageLink>
    </form>
  );
}

/** The paper is genuine, and all the same not the last word: what took its place, what was recorded otherwise. */
function Beside({ told: { sostituito, modifiche = [] } }: { told: Told }) {
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

/** Chosen or dropped. The browser's own words beside such an input are not in the language of the page. */
function FileInput({ file, onChosen }: { file: File | undefined; onChosen(file: File | undefined): void }) {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  const stay = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setOver(is);
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
          // The same file again, after it was changed, is a choice too.
          event.target.value = '';
        }}
      />
      <span>{t(file ? 'officina.reportCheck.other_file' : 'officina.reportCheck.file')}</span>
      {file && <span className="drop-name">{file.name}</span>}
    </label>
  );
}
