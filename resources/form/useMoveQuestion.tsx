/** Asks before a row is put elsewhere in its tree, and what stands below goes with it. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useLanguage } from '../House.tsx';

interface MoveQuestion {
  /** Answers at once where nothing moves. */
  agreed(next: Row): Promise<boolean>;
  dialog: ReactNode;
}

export function useMoveQuestion(entity: Entity, stored: Row): MoveQuestion {
  const translate = useTranslate();
  const language = useLanguage();
  const [asked, setAsked] = useState<{ answer(yes: boolean): void }>();
  const parent = entity.hierarchy?.parent;
  const moves = (next: Row): boolean =>
    parent !== undefined && parent in next && (next[parent] ?? null) !== (stored[parent] ?? null);
  return {
    agreed: (next) => (moves(next) ? new Promise((answer) => setAsked({ answer })) : Promise.resolve(true)),
    dialog: asked && (
      <ConfirmDialog
        open
        title={entity.field(parent!)!.title[language]}
        confirm={translate('officina.agree')}
        cancel={translate('officina.cancel')}
        onConfirm={() => {
          setAsked(undefined);
          asked.answer(true);
        }}
        onClose={() => {
          setAsked(undefined);
          asked.answer(false);
        }}
      >
        {translate(entity.ask.move ?? 'officina.hierarchy.move')}
      </ConfirmDialog>
    ),
  };
}
