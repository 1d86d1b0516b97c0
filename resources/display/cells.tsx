/** The value of each kind of field as displayed in lists, cards, chips and the history. */

import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { showsHour } from '../../schemas/date-texts.ts';
import {
  displayOf,
  type Entity,
  type Field,
  type Kind,
  type Language,
  type Row,
  textIn,
} from '../../schemas/entity.ts';
import { isCounted } from '../../schemas/kinds.ts';
import { dialling } from '../../schemas/phone.ts';
import { DAY_LENGTH } from '../../schemas/timestamps.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication, useLanguage, usePlantZone } from '../context/application.tsx';
import { FileLink } from '../files/FileLink.tsx';
import { fileNameIn } from '../files/file-field.ts';
import { hexOf, readColour } from '../format/colour.ts';
import { cut, formatDate, formatDecimal, formatInstant, formatMoney } from '../format/format.ts';
import { textOfHtml } from '../format/html-text.ts';
import { fieldIn, toTyped } from '../format/kind-by.ts';
import { daysLate } from '../format/lateness.ts';
import { ColourChip } from './ColourChip.tsx';
import { ClassIcon } from './class-icons.tsx';
import { WithLateness } from './LateMark.tsx';
import { ReferenceText } from './ReferenceText.tsx';

export interface CellProps {
  entity: Entity;
  field: Field;
  value: unknown;
  /** The whole row, if there is one. It contains the texts of references. */
  row?: Row;
  language: Language;
  zone: string;
  /** Whether a timestamp is displayed with its time. */
  withTime: boolean;
}

type Cell = (props: CellProps) => ReactNode;

/** Draws a text. Without its row, as in the history, the text is unchanged. */
const plainText: Cell = ({ entity, field, value, row, language }) => {
  const text = String(row ? (textIn(entity, row, field.name, language) ?? value) : value);
  return cut(row && field.html ? textOfHtml(text) : text, field.cut);
};

/** Draws the name of an entity, or the value itself if there is no such entity. */
function EntityName({ value, language }: CellProps) {
  const { byResource } = useApplication();
  return <>{byResource.get(String(value))?.titles[language] ?? String(value)}</>;
}

const FlagCell = ({ field, value }: CellProps) => {
  const translate = useTranslate();
  // Among texts, as in the settings, an icon or an empty cell would not be understood as yes or no.
  if (field.kindBy) return translate(value === 1 ? 'officina.yes' : 'officina.no');
  if (value !== 1) return <VisuallyHidden>{translate('officina.no')}</VisuallyHidden>;
  return <CheckIcon fontSize="small" titleAccess={translate('officina.yes')} sx={{ display: 'block' }} />;
};

const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
  >
    {children}
  </Box>
);

function ColourCell({ entity, row, value, language }: CellProps) {
  const colour = readColour(value);
  return colour ? (
    <ColourChip colour={colour}>{row ? displayOf(entity, row, language) : hexOf(colour)}</ColourChip>
  ) : null;
}

/** Draws the icon. Its name is visible only in the form. */
const IconCell = ({ field, value, language }: CellProps) => (
  <ClassIcon
    name={String(value)}
    titleAccess={field.title[language]}
    fontSize="small"
    color="action"
    sx={{ display: 'block' }}
  />
);

function TranslationsCell({ value, language }: CellProps) {
  const texts = isRow(value) ? value : {};
  return <>{texts[language] ?? Object.values(texts).find(Boolean) ?? ''}</>;
}

/** Draws a link to a file. Without its row, as in the history, a file has no name. */
function FileCell({ entity, field, value, row }: CellProps) {
  const translate = useTranslate();
  const name = fileNameIn(row, field.name, value);
  if (!row || !name) return translate('officina.documents.number', { id: value });
  const owner = { resource: entity.resource, id: idOf(entity, row) };
  return <FileLink owner={owner} id={Number(value)} name={name} />;
}

const optionsText = (value: unknown): string =>
  Array.isArray(value) ? value.map((one: Row) => one.descrizione ?? one.valore ?? one.codice).join(', ') : '';

const CELLS: Record<Kind, Cell> = {
  text: (props) => (props.field.namesEntity ? <EntityName {...props} /> : plainText(props)),
  note: plainText,
  email: plainText,
  column: plainText,
  uri: ({ value }) => (
    <Link href={String(value)} target="_blank" rel="noopener" onClick={(event) => event.stopPropagation()}>
      {String(value)}
    </Link>
  ),
  phone: ({ value }) => (
    <Link href={dialling(String(value))} onClick={(event) => event.stopPropagation()}>
      {String(value)}
    </Link>
  ),
  integer: ({ value }) => String(value),
  file: (props) => <FileCell {...props} />,
  decimal: ({ value, language }) => formatDecimal(Number(value), language),
  quantity: ({ value, language }) => formatDecimal(Number(value), language),
  money: ({ value, language }) => formatMoney(Number(value), language),
  flag: (props) => <FlagCell {...props} />,
  choice: ({ field, value, language }) =>
    field.choices?.find((choice) => choice.value === value)?.title[language] ?? String(value),
  date: ({ value }) => formatDate(String(value)),
  instant: ({ value, zone, withTime }) => {
    const text = formatInstant(String(value), zone);
    return withTime ? text : text.slice(0, DAY_LENGTH);
  },
  reference: ({ field, value, row }) => {
    const text = field.reference?.text;
    return text && row && text in row ? (
      String(row[text] ?? '')
    ) : (
      <ReferenceText field={field} value={value} />
    );
  },
  colour: (props) => <ColourCell {...props} />,
  icon: (props) => <IconCell {...props} />,
  translations: (props) => <TranslationsCell {...props} />,
  options: ({ value }) => optionsText(value),
};

/** Returns whether a field is a number. Numbers are right-aligned so that their units line up. */
export const isRightAligned = (field: Field): boolean => isCounted(field.kind) && !field.choices;

const isDue = ({ due }: Field, row: Row | undefined): boolean =>
  due !== undefined &&
  row !== undefined &&
  Object.entries(due.unless).every(([name, values]) => !values.some((one) => one === row[name]));

export function FieldValue(props: Omit<CellProps, 'language' | 'zone' | 'withTime'>) {
  const language = useLanguage();
  const zone = usePlantZone();
  const { setting } = useApplication();
  if (props.value === null || props.value === undefined || props.value === '') return null;
  const field = props.row ? fieldIn(props.field, props.row) : props.field;
  const value = toTyped(props.field, field.kind, props.value);
  const withTime = showsHour(field, setting);
  const cell = CELLS[field.kind]({ ...props, field, value, language, zone, withTime });
  const days = isDue(field, props.row) ? daysLate(String(value), { zone, withTime }) : undefined;
  return days === undefined ? cell : <WithLateness days={days}>{cell}</WithLateness>;
}
