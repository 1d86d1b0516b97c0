/** The interventions behind the figures: those that counted, and those that did not count, with the reason. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { formatCount, formatDecimal, formatInstant } from '../../resources/format/format.ts';
import { DataTable, type TableColumn } from '../../resources/list/DataTable.tsx';
import { ListFailure } from '../../resources/list/ListFailure.tsx';
import { Pages } from '../../resources/list/Pages.tsx';
import { type Counted, type ReportParameters, type Summary, useInterventions } from './reliability-calls.ts';

const PAGE = 10;
const COUNTED = 'contati';

export function Interventions({ summary, parameters }: { summary: Summary; parameters: ReportParameters }) {
  const translate = useTranslate();
  const [chosen, choose] = useState(COUNTED);
  const [page, setPage] = useState(1);
  const which = chosen === COUNTED ? { esito: COUNTED } : { motivo: chosen };
  const { data, error, refetch } = useInterventions(summary.id, {
    ...parameters,
    ...which,
    pag: String(page),
    max_rows: String(PAGE),
  });
  const columns = useColumns(chosen === COUNTED);
  const groups = [{ motivo: COUNTED, total: summary.total }, ...summary.esclusi];
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Groups
        groups={groups}
        chosen={chosen}
        onChoose={(next) => {
          setPage(1);
          choose(next);
        }}
      />
      {error && !data ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading height={160} />
      ) : (
        <>
          <DataTable
            label={translate('officina.reliability.interventions')}
            rows={data.data}
            keyOf={(row) => row.id}
            columns={columns}
            hint={translate('officina.reliability.none_of_group')}
          />
          <Pages page={page} perPage={PAGE} total={data.tot ?? 0} onPage={setPage} />
        </>
      )}
    </Box>
  );
}

interface GroupsProps {
  groups: { motivo: string; total: number }[];
  chosen: string;
  onChoose(motivo: string): void;
}

function Groups({ groups, chosen, onChoose }: GroupsProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <Box
      role="group"
      aria-label={translate('officina.reliability.interventions')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {groups.map(({ motivo, total }) => (
        <Chip
          key={motivo}
          label={`${translate(`officina.reliability.reason.${motivo}`)}: ${formatCount(total, language)}`}
          aria-pressed={motivo === chosen}
          color={motivo === chosen ? 'primary' : 'default'}
          variant={motivo === chosen ? 'filled' : 'outlined'}
          onClick={() => onChoose(motivo)}
          sx={{ minHeight: { xs: 48, md: 32 }, borderRadius: 4 }}
        />
      ))}
    </Box>
  );
}

function useColumns(counted: boolean): TableColumn<Counted>[] {
  const translate = useTranslate();
  const language = useLanguage();
  const zone = usePlantZone();
  const route = useApplication().byName.get('intervention')?.routes.detail;
  const instantText = (value: string | null) => (value ? formatInstant(value, zone) : '–');
  const column = (name: string) => ({ key: name, label: translate(`officina.reliability.column.${name}`) });
  return [
    {
      ...column('intervention'),
      value: (row) => (
        <Link component={RouterLink} to={addressOf(route!, row.id)}>
          {[row.codice, row.descrizione].filter(Boolean).join(' - ')}
        </Link>
      ),
    },
    { ...column('object'), value: (row) => row.oggetto },
    counted
      ? { ...column('type'), value: (row) => row.tipo_guasto }
      : { ...column('why'), value: (row) => `${row.tipo_guasto}, ${row.stato}` },
    {
      ...column('from'),
      noWrap: true,
      value: (row) => (
        <>
          {instantText(row.data_inizio ?? row.data_ordine)}
          {row.stimato === 1 && (
            <Typography component="div" variant="caption" color="textSecondary">
              {translate('officina.reliability.estimated')}
            </Typography>
          )}
        </>
      ),
    },
    { ...column('to'), noWrap: true, value: (row) => instantText(row.data_fine) },
    {
      ...column('hours'),
      right: true,
      value: (row) => (row.ore === null ? '–' : formatDecimal(row.ore, language)),
    },
  ];
}
