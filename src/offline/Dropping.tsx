/** Drops a refused act. It requires a reason, which is stored in the history of the record. */
import { useTranslate } from 'react-admin';
import { isGone } from '../../dataProvider/envelope.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import ActDialog from '../../resources/acts/ActDialog.tsx';
import { useAct } from '../../resources/acts/useAct.tsx';
import { useApplication } from '../../resources/context/application.tsx';
import { ConfirmDialog } from '../../resources/feedback/ConfirmDialog.tsx';
import type { Act } from '../../schemas/act.ts';

/** The act that writes to a record's history which act was dropped, and why. */
const DROP = 'drop';

interface DroppingProps {
  waiting: Waiting;
  what: string;
  onClose(): void;
}

/** The dialog. If the record has no such act, it only asks whether to drop. */
export function Dropping(props: DroppingProps) {
  const translate = useTranslate();
  const { acts } = useApplication();
  const act = acts.get(DROP);
  // A record that was never created has no history.
  if (act?.on === props.waiting.on && !props.waiting.makes)
    return <DroppingWithReason {...props} act={act} />;
  return (
    <ConfirmDialog
      open
      title={translate('officina.outbox.drop')}
      confirm={translate('officina.outbox.drop')}
      onConfirm={() => void outbox.drop(props.waiting)}
      onClose={props.onClose}
    >
      {props.waiting.makes ? translate('officina.outbox.drop_new') : props.what}
    </ConfirmDialog>
  );
}

function DroppingWithReason({ waiting, what, act, onClose }: DroppingProps & { act: Act }) {
  const { ask, dialog } = useAct(act);
  return (
    <>
      <ActDialog
        act={act}
        id={waiting.id}
        fixed={{ atto: what }}
        send={async (typed) => {
          const outcome = await ask(waiting.id, typed);
          // A record that is gone has no history to write to, and the act is dropped anyway.
          if (!('refused' in outcome) || !isGone(outcome.error)) return outcome;
          return { done: true, data: undefined, description: '', read: Promise.resolve() };
        }}
        onDone={() => void outbox.drop(waiting)}
        onClose={onClose}
      />
      {dialog}
    </>
  );
}
