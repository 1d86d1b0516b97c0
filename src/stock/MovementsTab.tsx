/** All movements of a part, latest first, with filters and a CSV export. */
import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, download } from '../../dataProvider/http.ts';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { RecordLink } from '../../resources/display/RecordLink.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { useSayWhy } from '../../resources/feedback/toasts.ts';
import { formatDecimal, formatShortInstant } from '../../resources/format/format.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import { DataTable } from '../../resources/list/DataTable.tsx';
import { Pages } from '../../resources/list/Pages.tsx';
import DateInput from '../../resources/widgets/Dates.tsx';

interface MovementRow {
  id: number;
  entita_da: 'MAGZ' | 'INTV' | null;
  entita_a: 'MAGZ' | 'INTV' | null;
  codice_da: string | null;
  descrizione_da: string | null;
  codice_a: string | null;
  descrizione_a: string | null;
  ubicazione_da: string | null;
  lotto_da: string | null;
  ubicazione_a: string | null;
  lotto_a: string | null;
  id_odl: number | null;
  quantita: number;
  data_ins: string;
  usr_ins: string | null;
}

type Filters = Record<string, string | undefined>;
const TEXTS = ['ubicazioneDa', 'ubicazioneA', 'lottoDa', 'lottoA'];
const ENTITIES = ['entitaDa', 'entitaA'];
const DAYS = ['dataDa', 'dataA'];
const PAGE = 30;

export function MovementsTab({ idPart }: { idPart: number }) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const zone = usePlantZone();
  const [filters, setFilters] = useState<Filters>({});
  const filtered = Object.values(filters).some((value) => value !== undefined && value !== '');
  const [page, setPage] = useState(1);
  const path = `/ricambio/${idPart}/movimentazioni`;
  const { data, error, refetch } = useQuery({
    queryKey: ['ricambio', 'movements', idPart, filters, page],
    queryFn: () => call<MovementRow[]>(`${path}/`, { query: { ...filters, pag: page } }),
    placeholderData: keepPreviousData,
  });
  const empty = filtered && data?.data.length === 0;
  const reset = () => {
    setPage(1);
    setFilters({});
  };
  const change = (name: string, value: string | undefined) => {
    setPage(1);
    setFilters((before) => ({ ...before, [name]: value || undefined }));
  };
  const take = () =>
    download(`${path}/csv/`, filters, `elenco-movimentazioni-${idPart}-${todayIn(zone)}.csv`).catch(sayWhy);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <MovementFilters filters={filters} onChange={change} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button size="small" onClick={reset} sx={{ visibility: empty ? 'hidden' : undefined }}>
          {translate('officina.list.reset_filters')}
        </Button>
        <Button size="small" startIcon={<DownloadIcon />} onClick={take} disabled={!data?.data.length}>
          {translate('officina.stock.csv')}
        </Button>
      </Box>
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={200} />}
      {data && <MovementTable rows={data.data} onReset={filtered ? reset : undefined} />}
      {data?.tot !== undefined && <Pages page={page} perPage={PAGE} total={data.tot} onPage={setPage} />}
    </Box>
  );
}

interface MovementFiltersProps {
  filters: Filters;
  onChange(name: string, value: string | undefined): void;
}

function MovementFilters({ filters, onChange }: MovementFiltersProps) {
  const translate = useTranslate();
  const label = (name: string) => translate(`officina.stock.filter.${name}`);
  return (
    <Box
      role="search"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
    >
      {ENTITIES.map((name) => (
        <TextField
          key={name}
          select
          label={label(name)}
          value={filters[name] ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        >
          <MenuItem value="">{translate('officina.all')}</MenuItem>
          <MenuItem value="MAGZ">{translate('officina.stock.warehouse')}</MenuItem>
          <MenuItem value="INTV">{translate('officina.stock.intervention')}</MenuItem>
        </TextField>
      ))}
      {TEXTS.map((name) => (
        <TextField
          key={name}
          label={label(name)}
          value={filters[name] ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        />
      ))}
      {DAYS.map((name) => (
        <DateInput
          key={name}
          id={`movement-${name}`}
          label={label(name)}
          value={filters[name]}
          onChange={(value) => onChange(name, value && /^\d/.test(value) ? value : undefined)}
        />
      ))}
    </Box>
  );
}

/** One side of a movement: a warehouse with its location, an intervention, or an external party. */
function End({ row, side }: { row: MovementRow; side: 'da' | 'a' }) {
  const { byName } = useApplication();
  const name = [row[`codice_${side}`], row[`descrizione_${side}`]].filter(Boolean).join(' - ');
  const text = [name, row[`ubicazione_${side}`], row[`lotto_${side}`]].filter(Boolean).join(' · ');
  // The server leaves out names that the user may not see.
  if (row[`entita_${side}`] !== 'INTV' || text === '') return text || '–';
  return (
    <RecordLink entity={byName.get('intervention')} id={row.id_odl}>
      {text}
    </RecordLink>
  );
}

function MovementTable({ rows, onReset }: { rows: MovementRow[]; onReset?(): void }) {
  const translate = useTranslate();
  const language = useLanguage();
  const zone = usePlantZone();
  return (
    <DataTable
      label={translate('officina.part.tab.movements')}
      rows={rows}
      keyOf={(row) => row.id}
      onReset={onReset}
      hint={translate('officina.stock.no_movements')}
      columns={[
        {
          key: 'when',
          label: translate('officina.stock.when'),
          value: (row) => formatShortInstant(row.data_ins, zone),
        },
        { key: 'from', label: translate('officina.stock.from'), value: (row) => <End row={row} side="da" /> },
        { key: 'to', label: translate('officina.stock.to'), value: (row) => <End row={row} side="a" /> },
        {
          key: 'quantity',
          label: translate('officina.stock.quantity'),
          right: true,
          value: (row) => formatDecimal(row.quantita, language),
        },
        { key: 'who', label: translate('officina.stock.who'), value: (row) => row.usr_ins },
      ]}
    />
  );
}
