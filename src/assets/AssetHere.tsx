/**
 * What users in front of an asset need first: a button to report a fault, open work, due maintenance, last works,
 * documents.
 */

import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FaultIcon from '@mui/icons-material/ReportProblemOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import type { RowOf } from '../../schemas/types.ts';
import { reportFaultOn } from '../interventions/intervention-routes.ts';
import { DueMaintenance, LastWorks, OpenWork } from './AssetWorks.tsx';

const Documents = lazy(() =>
  import('../../resources/documents/DocumentsPanel.tsx').then(({ DocumentsPanel }) => ({
    default: DocumentsPanel,
  })),
);

interface AssetHereProps {
  entity: EntityOf<'oggetto'>;
  asset: RowOf<'oggetto'>;
}

export function AssetHere({ entity, asset }: AssetHereProps) {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const { id } = asset;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {may(byName.entity('intervention').access.create) && (
        <Button
          component={Link}
          to={reportFaultOn(asset)}
          variant="contained"
          fullWidth
          startIcon={<FaultIcon />}
          // Larger than the touch target that the theme sets on phones.
          sx={{ '&&': { minHeight: 64 }, fontSize: '1.125rem' }}
        >
          {translate('officina.fault.title')}
        </Button>
      )}
      <OpenWork asset={id} />
      <DueMaintenance asset={id} />
      <LastWorks asset={id} />
      <Foldable
        title={translate('officina.documents.title')}
        count={typeof asset.num_documenti === 'number' ? asset.num_documenti : undefined}
      >
        <Suspense fallback={<Loading height={120} />}>
          <Documents entity={entity} id={id} />
        </Suspense>
      </Foldable>
    </Box>
  );
}

/** A section whose content loads when it is first opened. */
function Foldable({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      onChange={(_event, open) => open && setOpened(true)}
      sx={{ '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ minHeight: 56 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {title}
          {count !== undefined && ` (${count})`}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>{opened && children}</AccordionDetails>
    </Accordion>
  );
}
