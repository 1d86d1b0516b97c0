/** What the server asks before it saves an intervention: a technician has other work then, a job report is missing. */

import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Query } from '../../../dataProvider/http.ts';
import { ConfirmDialog } from '../../../resources/ConfirmDialog.tsx';
import type { Asked } from '../../../resources/form/FormSlots.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type Change, changesIn } from '../report/changes.tsx';
import { ReportQuestion } from '../report/ReportQuestion.tsx';

const ReportDialog = lazy(() => import('../report/ReportDialog.tsx'));

const BLOCKED = -9;
const REPORT_NEEDED = -11;
/** Of the setting: asked about, and not refused. */
const ASKS = '2';

interface Question {
  kind: 'blocked' | 'report' | 'sign';
  text: string;
  /** What is to be saved. */
  record: Row;
  /** Since the report was made that is there. */
  changes: Change[];
  answer(agreed: boolean): void;
}

interface Answers {
  answer(asked: Asked): Promise<Query | undefined>;
  dialog: ReactNode;
}

export function useAnswers(setting: SettingOf, stored: RowOf<'odl'> | undefined): Answers {
  const [question, setQuestion] = useState<Question>();
  const asks = setting('BlockAssigned') === ASKS;
  const answer = useCallback(
    async ({ result, description, record, data }: Asked): Promise<Query | undefined> => {
      const blocked = result === BLOCKED && asks;
      if (!blocked && !(result === REPORT_NEEDED && stored)) return undefined;
      const kind = blocked ? 'blocked' : 'report';
      const agreed = await new Promise<boolean>((resolve) =>
        setQuestion({ kind, text: description, record, changes: changesIn(data), answer: resolve }),
      );
      setQuestion(undefined);
      if (!agreed) return undefined;
      return blocked ? { isBypassBlockAllowed: 1 } : {};
    },
    [asks, stored],
  );
  const sign = () => question && setQuestion({ ...question, kind: 'sign' });
  return { answer, dialog: question && <Ask question={question} stored={stored} onSign={sign} /> };
}

interface AskProps {
  question: Question;
  stored: RowOf<'odl'> | undefined;
  onSign(): void;
}

/** A job report is made in its own dialog, and what waited for it goes on. */
function Ask({ question, stored, onSign }: AskProps) {
  const translate = useTranslate();
  const { kind, text, record, changes, answer } = question;
  const leave = () => answer(false);
  if (kind === 'sign' && stored)
    return (
      <Suspense fallback={null}>
        <ReportDialog
          record={stored}
          state={numberOf(record.id_stato) ?? 0}
          change={record}
          title={translate('officina.interventions.form.report')}
          onMade={() => answer(true)}
          onClose={leave}
        />
      </Suspense>
    );
  if (kind === 'report')
    return (
      <ReportQuestion
        title={translate('officina.interventions.form.report')}
        changes={changes}
        onSign={onSign}
        confirm={translate('officina.agree')}
        onClose={leave}
      />
    );
  return (
    <ConfirmDialog
      open
      mild
      title={translate('officina.interventions.form.blocked')}
      confirm={translate('officina.agree')}
      cancel={translate('officina.cancel')}
      onConfirm={() => answer(true)}
      onClose={leave}
    >
      {`${text} ${translate('officina.confirm.proceed')}`}
    </ConfirmDialog>
  );
}
