/** The phone page for users in front of an asset: name, place, what they need first. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useGetOne, useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { addressOf, parameterOf } from '../../resources/context/routes.ts';
import { usePageTitle } from '../../resources/context/usePageTitle.ts';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { Way } from '../../resources/hierarchy/Way.tsx';
import { useLogo } from '../../resources/qr/useLogo.ts';
import { type EntityOf, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { workOn } from '../interventions/intervention-routes.ts';
import { AssetHere } from './AssetHere.tsx';

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
const SHOWN = 'QRShowLogos';
const TOUCH_SIZE = { minHeight: 48 };

/** The plant's logo, if a setting shows it here and on labels. */
function Logo() {
  const translate = useTranslate();
  const { askSettings } = useApplication();
  const logo = useLogo();
  const { data: setting } = useQuery({
    queryKey: ['settings', [SHOWN]],
    queryFn: () => askSettings([SHOWN]),
  });
  if (!logo || setting?.(SHOWN) !== '1') return null;
  return (
    <Box
      component="img"
      src={logo.address}
      alt={translate('officina.logo.title')}
      sx={{ maxWidth: '100%', height: 40, objectFit: 'contain', justifySelf: 'start' }}
    />
  );
}

function Card({ entity, asset }: { entity: EntityOf<'oggetto'>; asset: RowOf<'oggetto'> }) {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const language = useLanguage();
  const id = asset.id;
  const name = displayOf(entity, asset);
  usePageTitle(`${entity.title[language]}: ${name}`);
  const page = addressOf(routeOf(entity, 'detail'), id);
  const places = [asset.classe, asset.organizzazione, asset.reparto].filter(Boolean).join(' · ');
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', display: 'grid', gap: 1.5 }}>
      <Logo />
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
      <AssetHere entity={entity} asset={asset} />
      <Box className="page-foot" sx={FOOTER}>
        {may(byName.entity('intervention').access.create) && (
          <Button
            component={Link}
            to={workOn(asset)}
            state={{ from: { page, name } }}
            variant="outlined"
            fullWidth
            sx={TOUCH_SIZE}
          >
            {translate('officina.assets.add_intervention')}
          </Button>
        )}
        <Button component={Link} to={page} replace variant="outlined" fullWidth sx={TOUCH_SIZE}>
          {translate('officina.assets.whole_page')}
        </Button>
      </Box>
    </Box>
  );
}
