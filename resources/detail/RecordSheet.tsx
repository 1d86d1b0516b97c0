/** A read-only record with its sections. Each value is below its name. An empty value is a dash. */

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { Family } from '../../schemas/access.ts';
import { referenceOf } from '../../schemas/catalogue.ts';
import { ALL_CLASSES, customised, type Definition } from '../../schemas/custom-fields.ts';
import { type Entity, type Field, inForce, type Row } from '../../schemas/entity.ts';
import { hasLines, KINDS } from '../../schemas/kinds.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { addressOf } from '../context/routes.ts';
import { FieldValue } from '../display/cells.tsx';

interface RecordSheetProps {
  entity: Entity;
  record: Row;
  /** An element next to the values, such as a cover image. */
  aside?: ReactNode;
  /** Whether the element is below the values on a phone, and not above them. */
  asideLast?: boolean;
}

/** Returns the entity with the custom fields that the record itself contains, in their order, without a request. */
function shapeOf(entity: Entity, { campi }: Row, family: Family | undefined): Entity {
  if (!entity.customFields || !Array.isArray(campi)) return entity;
  const definitions = campi.map((definition: Definition, ordine) => ({
    ...definition,
    ordine,
    id_classe: ALL_CLASSES,
  }));
  return customised(entity, definitions, { family });
}

export function RecordSheet({ entity, record, aside, asideLast = false }: RecordSheetProps) {
  const { family } = useApplication();
  const shape = useMemo(() => shapeOf(entity, record, family), [entity, record, family]);
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: asideLast ? 'column' : 'column-reverse', md: 'row' },
        gap: 2,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2, alignContent: 'start' }}>
        {shape.form.map((section) => (
          <SheetSection
            key={section.title.en}
            entity={shape}
            record={record}
            title={section.title}
            fields={section.fields.flatMap((name) => shape.field(name) ?? [])}
          />
        ))}
      </Box>
      {aside && <Box sx={{ width: { xs: '100%', md: 320 }, flexShrink: 0 }}>{aside}</Box>}
    </Box>
  );
}

interface SheetSectionProps {
  entity: Entity;
  record: Row;
  title: Record<'it' | 'en', string>;
  fields: Field[];
}

function SheetSection({ entity, record, title, fields }: SheetSectionProps) {
  const language = useLanguage();
  const visible = fields.filter((field) => !field.hidden && inForce(field, record));
  if (visible.length === 0) return null;
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, md: 2.5 } }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1.5 }}>
        {title[language]}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
        }}
      >
        {visible.map((field) => (
          <SheetLine key={field.name} entity={entity} record={record} field={field} />
        ))}
      </Box>
    </Paper>
  );
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

function SheetLine({ entity, record, field }: { entity: Entity; record: Row; field: Field }) {
  const language = useLanguage();
  const translate = useTranslate();
  const value = record[field.name];
  return (
    <Box sx={{ minWidth: 0, gridColumn: hasLines(field.kind) ? '1 / -1' : undefined }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {field.title[language]}
      </Typography>
      <Typography
        component="dd"
        variant="body1"
        sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: hasLines(field.kind) ? 'pre-wrap' : undefined }}
      >
        {KINDS[field.kind].yesNo ? (
          translate(value === 1 ? 'officina.yes' : 'officina.no')
        ) : isBlank(value) ? (
          '–'
        ) : (
          <LinkedValue field={field} value={value}>
            <FieldValue entity={entity} field={field} value={value} row={record} />
          </LinkedValue>
        )}
      </Typography>
    </Box>
  );
}

/** A reference as a link to the page of its row, if there is one. */
function LinkedValue({ field, value, children }: { field: Field; value: unknown; children: ReactNode }) {
  const { byResource, may } = useApplication();
  const target =
    KINDS[field.kind].needs === 'reference' ? byResource.get(referenceOf(field).resource) : undefined;
  if (!target?.routes.detail || !may(target.access.read)) return children;
  return (
    <Link component={RouterLink} to={addressOf(target.routes.detail, Number(value))}>
      {children}
    </Link>
  );
}
