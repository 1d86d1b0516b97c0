/**
 * A button that finds a row by its code (x-scan). If the value is fixed, only the code of that row is
 * accepted.
 */
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { Entity, Field } from '../../schemas/entity.ts';
import { notFoundText, useFind } from '../scan/useFind.ts';
import { useScan } from '../scan/useScan.tsx';

interface ScanButtonProps {
  field: Field;
  target: Entity;
  fixed: boolean;
  value: unknown;
  /** Whether a row of the user's pack is enough without a network. */
  packed?: boolean;
  onChange(id: number): void;
}

export function ScanButton({ field, target, fixed, value, packed, onChange }: ScanButtonProps) {
  const translate = useTranslate();
  const find = useFind({ accepts: (entity) => entity.name === target.name, packed });
  const title = translate(field.scan?.title ?? '');
  const { scan, close, dialog } = useScan({
    title,
    async onCode(text, typed) {
      const found = await find(text, typed);
      if (typeof found === 'string') return notFoundText(found, translate);
      const id = Number(found.row[target.id]);
      if (fixed && id !== value) return { text: translate(field.scan?.other ?? 'officina.scan.unknown') };
      if (!fixed) onChange(id);
      close();
      return undefined;
    },
  });
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ScanIcon />}
        onClick={scan}
        aria-haspopup="dialog"
        sx={{ minHeight: 48, width: '100%' }}
      >
        {title}
      </Button>
      {dialog}
    </>
  );
}
