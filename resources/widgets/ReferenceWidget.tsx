/**
 * The widget of a reference. Other values of the record limit its choices, with x-ref-where or the call of
 * x-choices. When these values change, the choices are read again. The value stays, and the server checks it.
 */

import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Row } from '../../schemas/entity.ts';
import { textOf } from '../../schemas/values.ts';
import { useApplication } from '../context/application.tsx';
import { filled } from './ChoicesWidget.tsx';
import { useFormScope, useWatched } from './form-scope.ts';
import { ListButton } from './ListButton.tsx';
import { ReferencePicker } from './ReferencePicker.tsx';
import { ScanButton } from './ScanButton.tsx';
import type { WidgetProps } from './Widget.ts';

/** Clears the value when its choices change. */
function useReset(key: string, reset: () => void): void {
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    reset();
  });
}

/** The parameter of calls for a row that is not chosen yet. */
const NOTHING_SELECTED = '-1';

export function ReferenceWidget({ field, value, onChange, ...rest }: WidgetProps) {
  const { stored, values } = useFormScope();
  const { where, text } = referenceOf(field);
  const limits = useWatched(
    (row): Row =>
      Object.fromEntries(Object.entries(where).map(([filter, property]) => [filter, row[property]])),
  );
  useReset(JSON.stringify(limits), () => onChange(undefined));
  const from = useWatched((row) => field.choicesFrom && filled(field.choicesFrom, row, NOTHING_SELECTED));
  const unchanged = value !== undefined && value === stored[field.name];
  const storedText = unchanged && text ? (textOf(stored[text]) ?? undefined) : undefined;
  const target = useApplication().byResource.get(referenceOf(field).resource);
  const box = (
    <ReferencePicker
      {...rest}
      field={field}
      value={value === undefined || value === null ? [] : [Number(value)]}
      storedText={storedText}
      where={limits}
      from={from}
      onChange={([next], row) => {
        onChange(next);
        for (const [name, column] of Object.entries(field.fills ?? {}))
          if (row && row[column] !== null && row[column] !== undefined) values.put(name, row[column]);
      }}
    />
  );
  const { scan, pick } = field;
  if (!target || (!scan && !pick)) return box;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {scan && (
        <ScanButton field={field} target={target} fixed={rest.readOnly} value={value} onChange={onChange} />
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        {box}
        {pick && !rest.readOnly && (
          <ListButton entity={target} pick={pick} value={value} onChange={onChange} />
        )}
      </Box>
    </Box>
  );
}
