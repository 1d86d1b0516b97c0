/** The phone page for users in front of a machine: name, place, open work, documents. */

import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useGetList, useGetOne, useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { addressOf, parameterOf } from '../../resources/context/routes.ts';
import { usePageTitle } from '../../resources/context/usePageTitle.ts';
import { ColourChip } from '../../resources/display/ColourChip.tsx';
import { FieldValue } from '../../resources/display/cells.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { readColour } from '../../resources/format/colour.ts';
import { Way } from '../../resources/hierarchy/Way.tsx';
import { type EntityOf, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { isOver } from '../../schemas/interventions.ts';
import type { RowOf } from '../../schemas/types.ts';
import { workOn } from '../interventions/intervention-routes.ts';

const Documents = lazy(() =>
  import('../../resources/documents/DocumentsPanel.tsx').then(({ DocumentsPanel }) => ({
    default: DocumentsPanel,
  })),
);

export default function LightCard({ entity }: { entity: Entity }) {
  const id = useParams()[parameterOf(routeOf(entity, 'detail'))];
  const { data, error, refetch } = useGetOne(entity.resource, { id, meta: { whole: true } });
  if (replacesData(error, data)) return <Failure error={error} entity={entity} onRetry={refetch} />;
  return data ? <Card entity={entity} asset={data} /> : <FormSkeleton />;
}

const FOOTER = {
  position: 'sticky',
  bottom: 'var(--foot)',
  py: 1,
  display: 'grid',
  gap: 1,
  bgcolor: 'background.default',
} as const;
const TOUCH_SIZE = { minHeight: 48 };

function Card({ entity, asset }: { entity: EntityOf<'oggetto'>; asset: RowOf<'oggetto'> }) {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const language = useLanguage();
  const id = asset.id;
  const name = displayOf(entity, asset);
  usePageTitle(`${entity.title[language]}: ${name}`);
  const places = [asset.classe, asset.organizzazione, asset.reparto].filter(Boolean).join(' · ');
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', display: 'grid', gap: 1.5 }}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Way entity={entity} record={asset} />
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography color="textSecondary">{places}</Typography>
        <Box sx={{ mt: 1 }}>
          {asset.dismesso === 1 ? (
            <Chip size="small" color="warning" label={entity.field('dismesso')?.title[language]} />
          ) : (
            <Chip size="small" variant="outlined" label={translate('officina.assets.in_service')} />
          )}
        </Box>
      </Paper>
      <OpenWork asset={id} />
      <Foldable
        title={translate('officina.documents.title')}
        count={typeof asset.num_documenti === 'number' ? asset.num_documenti : undefined}
      >
        <Suspense fallback={<Loading height={120} />}>
          <Documents entity={entity} id={id} />
        </Suspense>
      </Foldable>
      <Box sx={FOOTER}>
        {may(byName.entity('intervention').access.create) && (
          <Button component={Link} to={workOn(asset)} variant="contained" fullWidth sx={TOUCH_SIZE}>
            {translate('officina.assets.add_intervention')}
          </Button>
        )}
        <Button
          component={Link}
          to={addressOf(routeOf(entity, 'detail'), id)}
          replace
          variant="outlined"
          fullWidth
          sx={TOUCH_SIZE}
        >
          {translate('officina.assets.whole_page')}
        </Button>
      </Box>
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

const ALL_STATES = { pagination: { page: 1, perPage: 1000 }, filter: { all: 1 } };

function useOpenWork(asset: number) {
  const states = useGetList('stato', ALL_STATES);
  const open = states.data?.filter((state) => !isOver(state.id_tipo_stato_odl)).map(({ id }) => id);
  const work = useGetList(
    'odl',
    {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'data_ordine', order: 'ASC' },
      filter: { idOggetto: asset, idStato: open?.join(',') },
    },
    { enabled: open !== undefined },
  );
  return states.error && !states.data ? { ...states, data: undefined, total: undefined } : work;
}

function OpenWork({ asset }: { asset: number }) {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const entity = byName.entity('intervention');
  const { data, total, error, refetch } = useOpenWork(asset);
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2 }}>
      <Typography component="h2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {translate('officina.assets.open_work')}
        {total ? ` (${total})` : ''}
      </Typography>
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading height={48} />}
      {data?.length === 0 && (
        <Typography color="textSecondary">
          {translate(`officina.assets.no_open_work${may(entity.access.create) ? '_add' : ''}`)}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data?.map((work) => (
          <Box component="li" key={work.id} sx={{ py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
            <MuiLink
              component={Link}
              to={addressOf(routeOf(entity, 'detail'), work.id)}
              sx={{ display: 'block', py: 1, fontWeight: 500, overflowWrap: 'anywhere' }}
            >
              {[work.codice, work.descrizione].filter(Boolean).join(' - ')}
            </MuiLink>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <State work={work} />
              {work.data_ordine && (
                <Typography variant="body2" color="textSecondary">
                  <FieldValue
                    entity={entity}
                    field={entity.property('data_ordine')}
                    value={work.data_ordine}
                  />
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

function State({ work }: { work: Row }) {
  const colour = readColour(work.stato_colore);
  return colour ? <ColourChip colour={colour}>{String(work.stato)}</ColourChip> : String(work.stato ?? '');
}
