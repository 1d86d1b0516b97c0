/** Asks for a job report before entering a state, if it is missing or outdated, and opens its dialog. */
import Alert from '@mui/material/Alert';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Face } from '../../../resources/acts/useQuestions.tsx';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import type { ServerQuestion } from '../../../resources/form/FormSlots.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import { ChangeList, changesIn } from './report-changes.tsx';

const ReportDialog = lazy(() => import('./ReportDialog.tsx'));

interface ReportQuestionProps {
  record: RowOf<'odl'>;
  question: ServerQuestion;
  title: string;
  /** The label of the button that continues without a new report. */
  confirm?: string;
  isInForm?: boolean;
  answer(made: boolean): void;
}

export const reportFace =
  (record: RowOf<'odl'>, title: string): Face =>
  (question, answer) => <ReportQuestion record={record} question={question} title={title} answer={answer} />;

export const reportFaceInForm =
  (record: RowOf<'odl'>, title: string, confirm: string): Face =>
  (question, answer) => <ReportQuestion {...{ record, question, title, confirm, answer }} isInForm />;

/** Opens the report's dialog without a question first, because report and state are confirmed together. */
export const signingFace =
  (record: RowOf<'odl'>, title: string, confirm: string): Face =>
  (question, answer) => (
    <Signing record={record} question={question} title={title} confirm={confirm} answer={answer} />
  );

function Signing({ record, question, title, confirm, isInForm, answer }: ReportQuestionProps) {
  return (
    <Suspense fallback={<Opening />}>
      <ReportDialog
        record={record}
        state={numberOf(question.record.id_stato) ?? 0}
        change={question.record}
        title={title}
        confirm={confirm}
        isInForm={isInForm}
        onMade={() => answer(true)}
        onClose={() => answer(false)}
      />
    </Suspense>
  );
}

function ReportQuestion({ record, question, title, confirm, isInForm, answer }: ReportQuestionProps) {
  const translate = useTranslate();
  const [signing, setSigning] = useState(false);
  const changes = changesIn(question.data);
  const isOutdated = changes.length > 0;
  const go = confirm ?? translate('officina.interventions.detail.proceed');
  if (signing) return <Signing {...{ record, question, title, isInForm, answer }} />;
  return (
    <ConfirmDialog
      open
      mild
      title={title}
      confirm={isOutdated ? translate('officina.interventions.detail.signature.anew') : go}
      more={
        isOutdated && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            <ChangeList changes={changes} />
          </Alert>
        )
      }
      onConfirm={() => setSigning(true)}
      onClose={() => answer(false)}
    >
      {translate(`officina.confirm.${isOutdated ? 'reportAnew' : 'reportRequired'}`)}
    </ConfirmDialog>
  );
}
