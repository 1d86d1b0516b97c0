/** Exports the filtered list as a file: at once, or if it is long, as a background job with its progress. */
import DownloadIcon from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import type { Job } from '../../dataProvider/jobs.ts';
import type { OfficinaProvider, SheetFormat } from '../../dataProvider/provider.ts';
import { useLanguage } from '../context/application.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import { countText } from '../format/format.ts';
import { percentOf } from '../jobs/JobProgress.tsx';
import { useLiveJob } from '../jobs/useJobs.ts';
import { useStop } from '../jobs/useStop.ts';
import { watch } from '../jobs/watch.ts';
import { useEntity } from './ListData.ts';
import { useRowSlots } from './row-slots.ts';

const FORMATS: SheetFormat[] = ['xlsx', 'csv'];
const EXPORT = 'esportazione';
/** The maximum number of rows exported while the user waits. */
const AT_ONCE = 2000;

export function ExportMenu() {
  const entity = useEntity();
  const job = useLiveJob(({ tipo, risorsa }) => tipo === EXPORT && risorsa === entity.resource);
  const formats = FORMATS.filter((format) => entity.traits.includes(format));
  if (formats.length === 0) return null;
  return job ? <InTheMaking job={job} /> : <Formats formats={formats} />;
}

/** Returns a function that requests the file. `busy` is true until the file arrives. */
function useExport() {
  const { resource } = useEntity();
  const { sheet } = useRowSlots();
  const provider = useDataProvider<OfficinaProvider>();
  const language = useLanguage();
  const say = useSay();
  const sayWhy = useSayWhy();
  const { filterValues: filter, sort, total = 0 } = useListContext();
  const [busy, setBusy] = useState(false);
  const take = async (format: SheetFormat) => {
    setBusy(true);
    try {
      if (total > AT_ONCE) {
        watch.add(await provider.exportLater(resource, format, { filter, sort }));
        say('officina.list.export_later', 'info', { rows: countText(total, language) });
      } else {
        await provider.exportList(resource, format, { filter, sort }, format === 'xlsx' ? sheet : undefined);
        say('officina.list.exported');
      }
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
  };
  return { take, busy, total };
}

function Formats({ formats }: { formats: SheetFormat[] }) {
  const translate = useTranslate();
  const { take, busy, total } = useExport();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-busy={busy}
        disabled={busy || total === 0}
        startIcon={busy ? <CircularProgress size={16} /> : <DownloadIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate(busy ? 'officina.list.exporting' : 'officina.list.export')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {formats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(undefined);
              void take(format);
            }}
          >
            {translate(`officina.list.export_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Is displayed instead of the button until the file is ready. */
function InTheMaking({ job }: { job: Job }) {
  const translate = useTranslate();
  const { stop, stopping } = useStop(job);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const percent = percentOf(job);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        startIcon={
          <CircularProgress
            size={16}
            variant={percent === undefined ? 'indeterminate' : 'determinate'}
            value={percent}
            aria-hidden
          />
        }
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {percent === undefined
          ? translate('officina.list.exporting')
          : translate('officina.list.exporting_share', { percent })}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        <MenuItem
          disabled={stopping}
          onClick={() => {
            setAnchor(undefined);
            void stop();
          }}
        >
          {translate('officina.jobs.stop')}
        </MenuItem>
      </Menu>
    </>
  );
}
