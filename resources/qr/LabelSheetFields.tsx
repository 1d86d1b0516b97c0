/** The fields for the label sheet, the place of the first label, and the printer's margins. */
import Box from '@mui/material/Box';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { holdsLogo, LOGO_FROM } from '../../schemas/qr/drawing.ts';
import { fitsPage, LABEL_FORMATS, type LabelFormat, MARGIN_MAX, onOnePage } from '../../schemas/qr/labels.ts';
import { useFormatName } from './useFormatName.ts';
import type { LabelSheet } from './useLabelSheet.ts';
import { useLogo } from './useLogo.ts';

const KINDS: LabelFormat['kind'][] = ['sheet', 'roll', 'page'];

export function LabelSheetFields({ sheet }: { sheet: LabelSheet }) {
  const translate = useTranslate();
  const nameOf = useFormatName();
  const hasLogo = useLogo()?.isPrinted;
  const { format, first, choose, begin, shift } = sheet;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        label={translate('officina.qr.paper')}
        helperText={
          hasLogo && !holdsLogo(format) && translate('officina.logo.no_room', { height: LOGO_FROM })
        }
        value={format.name}
        onChange={(event) => choose(event.target.value)}
      >
        {KINDS.flatMap((kind) => [
          <ListSubheader key={kind}>{translate(`officina.qr.kind_${kind}`)}</ListSubheader>,
          ...LABEL_FORMATS.filter((labelFormat) => labelFormat.kind === kind).map((labelFormat) => (
            <MenuItem key={labelFormat.name} value={labelFormat.name}>
              {nameOf(labelFormat)}
            </MenuItem>
          )),
        ])}
      </TextField>
      {format.kind === 'sheet' && (
        <>
          <TextField
            type="number"
            label={translate('officina.qr.first')}
            helperText={translate('officina.qr.first_help', { count: onOnePage(format) })}
            value={first}
            onChange={(event) => begin(Number(event.target.value))}
            slotProps={{ htmlInput: { min: 1, max: onOnePage(format), step: 1 } }}
          />
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
            <Margin
              label="left"
              value={format.left}
              fits={fitsPage(format)}
              onChange={(left) => shift({ left })}
            />
            <Margin
              label="top"
              value={format.top}
              fits={fitsPage(format)}
              onChange={(top) => shift({ top })}
            />
          </Box>
        </>
      )}
    </Box>
  );
}

interface MarginProps {
  label: 'left' | 'top';
  value: number;
  fits: boolean;
  onChange(value: number): void;
}

function Margin({ label, value, fits, onChange }: MarginProps) {
  const translate = useTranslate();
  return (
    <TextField
      type="number"
      label={translate(`officina.qr.margin_${label}`)}
      value={value}
      error={!fits}
      helperText={fits ? undefined : translate('officina.qr.off_page')}
      onChange={(event) => onChange(Math.min(MARGIN_MAX, Math.max(0, Number(event.target.value) || 0)))}
      slotProps={{ htmlInput: { min: 0, max: MARGIN_MAX, step: 0.1 } }}
    />
  );
}
