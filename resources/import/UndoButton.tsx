/** Undoes an import, after a question that explains the effect. */
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Counts } from '../../dataProvider/imports.ts';
import { useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { formatCount } from '../format/format.ts';
import type { Import } from './useImport.ts';

export function UndoButton({ current: { starting, start }, counts }: { current: Import; counts: Counts }) {
  const translate = useTranslate();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const undo = async () => {
    await start('undo');
    setAsking(false);
  };
  return (
    <>
      <Button startIcon={<UndoIcon />} onClick={() => setAsking(true)} disabled={starting}>
        {translate('officina.import.undo')}
      </Button>
      <ConfirmDialog
        open={asking}
        busy={starting}
        title={translate('officina.import.undo_title')}
        confirm={translate('officina.import.undo')}
        cancel={translate('officina.import.undo_keep')}
        onConfirm={undo}
        onClose={() => setAsking(false)}
      >
        {translate('officina.import.undo_text', {
          added: formatCount(counts.inserite, language),
          changed: formatCount(counts.aggiornate, language),
        })}
      </ConfirmDialog>
    </>
  );
}
