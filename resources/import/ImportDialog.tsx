/**
 * The dialog of an import, from the file to its result. The server stores each step, so that the user can
 * close and reopen it.
 */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { STEPS } from '../../dataProvider/imports.ts';
import { isLive } from '../../dataProvider/jobs.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useFullScreen } from '../context/useNarrow.ts';
import { useArriving } from '../documents/useArriving.ts';
import { Failure } from '../feedback/Failure.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { DryRun } from './DryRun.tsx';
import { NEW, useImportPlace } from './import-address.ts';
import { MapColumns } from './MapColumns.tsx';
import { Outcome } from './Outcome.tsx';
import { type StepName, Steps } from './Steps.tsx';
import { Stopped } from './Stopped.tsx';
import { UnderWay } from './UnderWay.tsx';
import { useImport } from './useImport.ts';

export default function ImportDialog({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const language = useLanguage();
  const fullScreen = useFullScreen();
  const { current, close } = useImportPlace();
  const titleId = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={fullScreen}
      onClose={close}
      aria-labelledby={titleId}
      // All steps have the same height.
      slotProps={{ paper: { sx: { height: { md: 'min(760px, calc(100dvh - 64px))' } } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, sm: 3 }, pt: 2, pb: 1 }}>
        <DialogTitle id={titleId} sx={{ p: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {translate('officina.import.title', { name: entity.titles[language] })}
        </DialogTitle>
        <IconButton aria-label={translate('officina.close')} onClick={close} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      {typeof current === 'number' ? (
        <StoredImport key={current} entity={entity} id={current} />
      ) : (
        <>
          <Steps at="file" />
          <ChooseFile entity={entity} />
        </>
      )}
    </Dialog>
  );
}

function StoredImport({ entity, id }: { entity: Entity; id: number }) {
  const { become } = useImportPlace();
  const { data, error, refetch } = useImport(entity, id);
  const [mapping, setMapping] = useState(false);
  // A dropped file is ignored, because it would otherwise replace the page.
  useArriving(() => undefined);
  if (error)
    return (
      <DialogContent>
        <Failure error={error} onRetry={refetch} />
      </DialogContent>
    );
  if (!data)
    return (
      <DialogContent>
        <Loading height={320} />
      </DialogContent>
    );
  const { job } = data;
  const maps = !isLive(job) && (job.fase === STEPS.read || (mapping && job.fase === STEPS.dryRun));
  const at: StepName = maps ? 'columns' : job.fase === STEPS.dryRun ? 'trial' : 'run';
  const again = () => become(NEW);
  return (
    <>
      {job.fase !== STEPS.undo && <Steps at={at} />}
      {maps ? (
        <MapColumns current={data} onTried={() => setMapping(false)} />
      ) : isLive(job) ? (
        <UnderWay current={data} />
      ) : job.stato !== 'fatto' ? (
        <Stopped current={data} />
      ) : job.fase === STEPS.dryRun ? (
        <DryRun current={data} onMap={() => setMapping(true)} onAgain={again} />
      ) : (
        <Outcome current={data} onAgain={again} />
      )}
    </>
  );
}
