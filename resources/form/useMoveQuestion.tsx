/** Asks before a row is put elsewhere in its tree, and what stands below goes with it; after a no it is where it was. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useLanguage } from '../House.tsx';

interface MoveQuestion {
  /** Undefined where nothing moves, or may: else what goes back into the form. */
  refused(next: Row): Promise<Row | undefined>;
  dialog: ReactNode;
}

export function useMoveQuestion(entity: Entity, stored: Row): MoveQuestion {
  const translate = useTranslate();
  const language = useLanguage();
  const [asked, setAsked] = useState<{ answer(yes: boolean): void }>();
  const parent = entity.hierarchy?.parent;
  return {
    refused: async (next) => {
      if (parent === undefined || !(parent in next)) return undefined;
      if ((next[parent] ?? null) === (stored[parent] ?? null)) return undefined;
      const agreed = await new Promise<boolean>((answer) => setAsked({ answer }));
      return agreed ? undefined : { [parent]: stored[parent] ?? null };
    },
    dialog: asked && parent !== undefined && (
      <ConfirmDialog
        open
        title={entity.property(parent).title[language]}
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
