/** Asks before a row and all rows below it move in their tree. If the user answers no, the row stays where it was. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';

interface MoveQuestion {
  /** Asks if the row moves. If the user answers no, returns the values to restore in the form, or else undefined. */
  refused(next: Row): Promise<Row | undefined>;
  dialog: ReactNode;
}

export function useMoveQuestion(entity: Entity, stored: Row): MoveQuestion {
  const translate = useTranslate();
  const language = useLanguage();
  const [question, setQuestion] = useState<{ answer(yes: boolean): void }>();
  const parent = entity.hierarchy?.parent;
  return {
    refused: async (next) => {
      if (parent === undefined || !(parent in next)) return undefined;
      if ((next[parent] ?? null) === (stored[parent] ?? null)) return undefined;
      const agreed = await new Promise<boolean>((answer) => setQuestion({ answer }));
      return agreed ? undefined : { [parent]: stored[parent] ?? null };
    },
    dialog: question && parent !== undefined && (
      <ConfirmDialog
        open
        title={entity.property(parent).title[language]}
        confirm={translate('officina.agree')}
        onConfirm={() => {
          setQuestion(undefined);
          question.answer(true);
        }}
        onClose={() => {
          setQuestion(undefined);
          question.answer(false);
        }}
      >
        {translate(entity.ask.move ?? 'officina.hierarchy.move')}
      </ConfirmDialog>
    ),
  };
}
