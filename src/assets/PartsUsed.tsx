/** The parts that interventions used on an asset: grouped by asset and part, or one row per movement. */

import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, download } from '../../dataProvider/http.ts';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { FieldValue } from '../../resources/display/cells.tsx';
import { RecordLink } from '../../resources/display/RecordLink.tsx';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import { HeaderButton } from '../../resources/form/FormHeader.tsx';
import { formatDecimal } from '../../resources/format/format.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import { ListFailure } from '../../resources/list/ListFailure.tsx';
import { ListSkeleton } from '../../resources/list/ListSkeleton.tsx';
import { Nothing } from '../../resources/list/Nothing.tsx';
import { Pages } from '../../resources/list/Pages.tsx';
import { type PlainColumn, PlainTable } from '../../resources/list/PlainTable.tsx';
import { SearchInput } from '../../resources/list/SearchInput.tsx';
import DateInput from '../../resources/widgets/Dates.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import type { RowOf } from '../../schemas/types.ts';

interface UsedPart {
  id: number;
  id_movimentazione: number | null;
  codice: string;
  descrizione: string;
  unita_di_misura: string | null;
  id_oggetto: number;
  codice_oggetto: string | null;
  descrizione_oggetto: string;
  id_odl: number | null;
  codice_odl: string | null;
  descrizione_odl: string | null;
  data_intervento: string | null;
  quantita_intervento: number;
}

/** The query parameters of the list. A parameter that is undefined is left out. */
export type PartsQuery = Record<string, string | undefined>;

const SETTINGS = ['PartsGroupBy', 'PartsObjShowPositive'];

/**
 * Returns the query and a function that changes it. Settings of the plant define the first query. Changes by the
 * user last while the page is open.
 */
export function usePartsQuery(): [PartsQuery | undefined, (changes: PartsQuery) => void] {
  const { askSettings } = useApplication();
  const [changed, setChanged] = useState<PartsQuery>({});
  const { data: setting, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  const settingOf = setting ?? (error ? () => undefined : undefined);
  const query = settingOf && {
    groupByPart: settingOf('PartsGroupBy') === '0' ? '0' : '1',
    showOnlyPositiveQuantity: settingOf('PartsObjShowPositive') === '1' ? '1' : undefined,
    ...changed,
  };
  return [query, (changes) => setChanged({ ...changed, ...changes })];
}

interface PartsUsedProps {
  asset: RowOf<'oggetto'>;
  parts: Entity;
  query: PartsQuery | undefined;
  onAsk(changes: PartsQuery): void;
}

export function PartsUsed(props: PartsUsedProps) {
  const { query } = props;
  return query ? <UsedParts {...props} query={query} /> : <ListSkeleton />;
}

function UsedParts({ asset, parts, query, onAsk }: PartsUsedProps & { query: PartsQuery }) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [page, setPage] = useState(1);
  const columns = useColumns(parts, query.groupByPart === '1');
  const { data, error, refetch } = useQuery({
    queryKey: ['ricambio', 'used', asset.id, query, page],
    queryFn: () =>
      call<UsedPart[]>('/ricambio/', { query: { ...query, idOggetto: String(asset.id), pag: page } }),
    placeholderData: keepPreviousData,
  });
  const changeQuery = (changes: PartsQuery) => {
    setPage(1);
    onAsk(changes);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PartsFilters query={query} onAsk={changeQuery} />
      {error && !data ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : !data ? (
        <ListSkeleton />
      ) : data.data.length === 0 ? (
        <Nothing
          icon={parts.icon}
          hint={translate('officina.assets.no_parts')}
          onReset={TYPED.some((name) => query[name]) ? () => changeQuery(UNTYPED) : undefined}
        />
      ) : (
        <Paper
          variant={narrow ? 'elevation' : 'outlined'}
          elevation={0}
          sx={{ overflow: 'auto', bgcolor: narrow ? 'transparent' : undefined }}
        >
          <PlainTable
            label={translate('officina.assets.parts')}
            rows={data.data}
            keyOf={(row) => `${row.id_movimentazione ?? row.id_oggetto}-${row.id}`}
            columns={columns}
          />
          <Pages page={page} perPage={PAGE_SIZE} total={data.tot ?? 0} onPage={setPage} />
        </Paper>
      )}
    </Box>
  );
}

function useColumns(parts: Entity, grouped: boolean): PlainColumn<UsedPart>[] {
  const translate = useTranslate();
  const language = useLanguage();
  const { byName } = useApplication();
  const work = byName.entity('intervention');
  const fullName = (code: string | null, name: string | null) => [code, name].filter(Boolean).join(' - ');
  return [
    {
      key: 'object',
      label: translate('officina.assets.object'),
      value: (row) => fullName(row.codice_oggetto, row.descrizione_oggetto),
    },
    {
      key: 'part',
      label: translate('officina.assets.part'),
      value: (row) => (
        <RecordLink entity={parts} id={row.id}>
          {fullName(row.codice, row.descrizione)}
        </RecordLink>
      ),
    },
    {
      key: 'quantity',
      label: translate('officina.assets.quantity'),
      right: true,
      value: (row) => formatDecimal(row.quantita_intervento, language),
    },
    { key: 'unit', label: translate('officina.assets.unit'), value: (row) => row.unita_di_misura },
    {
      key: 'intervention',
      label: translate(grouped ? 'officina.assets.last_intervention' : 'officina.assets.intervention'),
      value: (row) => (
        <RecordLink entity={work} id={row.id_odl}>
          {fullName(row.codice_odl, row.descrizione_odl)}
        </RecordLink>
      ),
    },
    {
      key: 'when',
      label: translate('officina.assets.when'),
      noWrap: true,
      value: (row) => (
        <FieldValue entity={work} field={work.property('data_inizio')} value={row.data_intervento} />
      ),
    },
  ];
}

/** The parameters that users type to narrow the rows. */
const TYPED = ['filtro', 'intervento', 'dataIntervento'];
const UNTYPED: PartsQuery = Object.fromEntries(TYPED.map((name) => [name, undefined]));

const SWITCHES = ['groupByPart', 'aggiungiFigli', 'showOnlyPositiveQuantity'];

function PartsFilters({ query, onAsk }: { query: PartsQuery; onAsk(changes: PartsQuery): void }) {
  const translate = useTranslate();
  const off = (name: string) => (name === 'groupByPart' ? '0' : undefined);
  return (
    <Box
      component="section"
      aria-label={translate('officina.list.filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      <SearchInput
        label={translate('officina.assets.search_parts')}
        text={query.filtro ?? ''}
        onSearch={(text) => onAsk({ filtro: text || undefined })}
        sx={{ flex: '1 1 180px', maxWidth: 280 }}
      />
      <TextField
        label={translate('officina.assets.intervention')}
        value={query.intervento ?? ''}
        onChange={(event) => onAsk({ intervento: event.target.value || undefined })}
        sx={{ flex: '1 1 160px', maxWidth: 240 }}
      />
      <Box sx={{ flex: '1 1 160px', maxWidth: 200 }}>
        <DateInput
          id="parts-when"
          label={translate('officina.assets.when')}
          value={query.dataIntervento}
          onChange={(value) => onAsk({ dataIntervento: value && /^\d{4}/.test(value) ? value : undefined })}
        />
      </Box>
      {SWITCHES.map((name) => (
        <FormControlLabel
          key={name}
          control={
            <Switch
              checked={query[name] === '1'}
              onChange={(_event, on) => onAsk({ [name]: on ? '1' : off(name) })}
            />
          }
          label={translate(`officina.assets.filter.${name}`)}
        />
      ))}
    </Box>
  );
}

/** Downloads all rows as a file. */
export function PartsUsedCsv({ asset, query }: { asset: RowOf<'oggetto'>; query: PartsQuery | undefined }) {
  const translate = useTranslate();
  const attempt = useAttempt();
  const zone = usePlantZone();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const ofAsset = { ...query, idOggetto: String(asset.id) };
    await attempt(() => download('/ricambio/csv/', ofAsset, `elenco-ricambi-${todayIn(zone)}.csv`));
    setBusy(false);
  };
  return (
    <HeaderButton
      label={translate('officina.assets.csv')}
      startIcon={<DownloadIcon />}
      disabled={busy || !query}
      onClick={save}
    />
  );
}
