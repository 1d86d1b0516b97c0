/** The filtered list as a file; while it is made the button says so. */
import DownloadIcon from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import type { OfficinaProvider, SheetFormat } from '../../dataProvider/provider.ts';
import { reasonOf, useSay } from '../say.ts';
import { useEntity } from './ListData.ts';

const FORMATS: SheetFormat[] = ['xlsx', 'csv'];

export function ExportMenu() {
  const entity = useEntity();
  const translate = useTranslate();
  const say = useSay();
  const provider = useDataProvider<OfficinaProvider>();
  const { filterValues, sort, total } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [busy, setBusy] = useState(false);
  const formats = FORMATS.filter((format) => entity.traits.includes(format));
  if (formats.length === 0) return null;

  const take = async (format: SheetFormat) => {
    setAnchor(undefined);
    setBusy(true);
    try {
      await provider.exportList(entity.resource, format, { filter: filterValues, sort });
      say('officina.list.exported');
    } catch (error) {
      say(reasonOf(error), 'error');
    }
    setBusy(false);
  };
  const label = translate(busy ? 'officina.list.exporting' : 'officina.list.export');
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
        {label}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {formats.map((format) => (
          <MenuItem key={format} onClick={() => take(format)}>
            {translate(`officina.list.export_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
