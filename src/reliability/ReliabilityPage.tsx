/**
 * The reliability page: how often assets fail and how long they are out of service, compared with the previous
 * period.
 */
import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { download, errorsOf } from '../../dataProvider/http.ts';
import { usePlantZone } from '../../resources/context/application.tsx';
import { Emptiness } from '../../resources/feedback/Emptiness.tsx';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import { AssetDrawer } from './AssetDrawer.tsx';
import { Filters } from './Filters.tsx';
import { NotOver } from './NotOver.tsx';
import { RankingTable } from './RankingTable.tsx';
import { type ReportParameters, SHEET, useRanking } from './reliability-calls.ts';
import { parametersIn, searchOf } from './reliability-query.ts';

const OPENED = 'oggetto';

export default function ReliabilityPage() {
  const translate = useTranslate();
  const today = todayIn(usePlantZone());
  const [search, setSearch] = useSearchParams();
  const parameters = parametersIn(search, today);
  const ranking = useRanking(parameters);
  const errors = errorsOf(ranking.error);
  const opened = Number(search.get(OPENED));
  const open = (id: number | undefined) =>
    setSearch({ ...searchOf(parameters), ...(id !== undefined && { [OPENED]: String(id) }) });
  return (
    <Box sx={{ p: { xs: 1.5, md: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="h1" variant="h1" sx={{ flex: 1 }}>
          {translate('officina.reliability.title')}
        </Typography>
        <SheetButton parameters={parameters} disabled={!ranking.data?.objects.length} />
      </Box>
      <Filters parameters={parameters} errors={errors} onApply={(next) => setSearch(searchOf(next))} />
      {ranking.error ? (
        <Failure error={ranking.error} onRetry={ranking.refetch} />
      ) : (
        <Result parameters={parameters} ranking={ranking} onOpen={open} />
      )}
      {opened > 0 && (
        <AssetDrawer key={opened} id={opened} parameters={parameters} onClose={() => open(undefined)} />
      )}
    </Box>
  );
}

interface ResultProps {
  parameters: ReportParameters;
  ranking: ReturnType<typeof useRanking>;
  onOpen(id: number): void;
}

function Result({ parameters, ranking: { data, isPlaceholderData }, onOpen }: ResultProps) {
  const translate = useTranslate();
  if (!data) return <Loading height={320} />;
  if (data.objects.length === 0)
    return (
      <Paper variant="outlined">
        <Emptiness
          title={translate('officina.empty.reliability')}
          hint={translate('officina.reliability.none_hint')}
        />
      </Paper>
    );
  return (
    <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.5 : 1 }}>
      <Box sx={{ mb: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {translate(`officina.reliability.scope.${parameters.viewType === 'list' ? 'each' : 'tree'}`)}
        </Typography>
        <NotOver parameters={parameters} compared />
      </Box>
      <RankingTable
        key={JSON.stringify(parameters)}
        parameters={parameters}
        rows={data.objects}
        onOpen={onOpen}
      />
    </Box>
  );
}

function SheetButton({ parameters, disabled }: { parameters: ReportParameters; disabled: boolean }) {
  const translate = useTranslate();
  const attempt = useAttempt();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await attempt(() => download(SHEET, parameters));
    setBusy(false);
  };
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={busy || disabled}
      aria-busy={busy}
      onClick={take}
    >
      {translate('officina.list.export_xlsx')}
    </Button>
  );
}
