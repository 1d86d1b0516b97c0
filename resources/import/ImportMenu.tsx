/** The import menu of a list. Users without the right to import do not see it. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import ImportIcon from '@mui/icons-material/PublishOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication } from '../context/application.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useEntity } from '../list/ListData.ts';
import { useImportPlace } from './import-address.ts';
import { useTemplate } from './useTemplate.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

export function ImportMenu() {
  const listed = useEntity();
  const { may, byName } = useApplication();
  // This is the entity as declared, without the custom fields that the list may add.
  const entity = byName.get(listed.name);
  return entity?.import && may(entity.import.access) ? <ImportActions /> : null;
}

function ImportActions() {
  const { name } = useEntity();
  const entity = useApplication().byName.entity(name);
  const translate = useTranslate();
  const { current, open } = useImportPlace();
  const { save, busy } = useTemplate(entity);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const choose = (act: () => unknown) => () => {
    setAnchor(undefined);
    act();
  };
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-busy={busy}
        startIcon={<ImportIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('officina.import.button')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        <MenuItem onClick={choose(save)}>
          <ListItemIcon>
            <DownloadIcon fontSize="small" />
          </ListItemIcon>
          {translate('officina.import.template')}
        </MenuItem>
        <MenuItem onClick={choose(open)}>
          <ListItemIcon>
            <UploadIcon fontSize="small" />
          </ListItemIcon>
          {translate('officina.import.upload')}
        </MenuItem>
      </Menu>
      {current !== undefined && (
        <Suspense fallback={<Opening />}>
          <ImportDialog entity={entity} />
        </Suspense>
      )}
    </>
  );
}
