/**
 * The first step of a fault report: the asset that has the fault. Users scan it, search it, or choose one of their
 * last ones.
 */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { FormHeader } from '../../../resources/form/FormHeader.tsx';
import { SearchInput } from '../../../resources/list/SearchInput.tsx';
import { ScanButton } from '../../../resources/widgets/ScanButton.tsx';
import { type EntityOf, routeOf } from '../../../schemas/catalogue.ts';
import { displayOf } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { CHOSEN_ASSET, reportFaultOn } from '../intervention-routes.ts';
import { changedFault, refusalOf } from './changed-fault.ts';
import { useRecentAssets } from './useRecentAssets.ts';

const FOUND_MAX = 20;
const HOME = '/home';

export function AssetChoice({ entity }: { entity: EntityOf<'odl'> }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const assets = useApplication().byName.entity('asset');
  const [typed, setTyped] = useState('');
  const title = translate('officina.fault.title');
  usePageTitle(title);
  const { state } = useLocation();
  const changed = changedFault(state);
  const choose = (id: number) =>
    navigate(reportFaultOn({ id }), { state: { ...CHOSEN_ASSET, ...(changed && { draft: changed.key }) } });
  return (
    <>
      <FormHeader entity={entity} title={title} back={HOME} backName={translate('officina.menu.home')} />
      <Box
        sx={{ maxWidth: 560, mx: 'auto', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        {changed && (
          <Alert severity="warning">
            {[changed.body.descrizione, changed.about, refusalOf(changed)].filter(Boolean).join('. ')}
          </Alert>
        )}
        <Typography component="h2" variant="h6">
          {translate('officina.fault.which_asset')}
        </Typography>
        <ScanButton
          field={{ ...entity.property('id_oggetto'), scan: { title: 'officina.fault.scan' } }}
          target={assets}
          fixed={false}
          value={undefined}
          onChange={choose}
        />
        <SearchInput
          label={translate('officina.fault.search')}
          text={typed}
          onSearch={setTyped}
          sx={{ '& .MuiInputBase-root': { minHeight: 48 }, '& .MuiIconButton-root': { p: 1.5 } }}
        />
        {typed.trim() === '' ? (
          <Recent onChoose={choose} />
        ) : (
          <Found typed={typed.trim()} onChoose={choose} />
        )}
        {!changed && (
          <Button component={Link} to={addressOf(routeOf(entity, 'form'))} fullWidth sx={{ minHeight: 48 }}>
            {translate('officina.fault.whole_form')}
          </Button>
        )}
      </Box>
    </>
  );
}

interface ChoosesProps {
  onChoose(id: number): void;
}

/** The last assets of the user; for new users, the first assets that they see. */
function Recent({ onChoose }: ChoosesProps) {
  const translate = useTranslate();
  const recent = useRecentAssets();
  if (!recent) return <Loading height={160} />;
  if (recent.length === 0) return <Found typed="" onChoose={onChoose} />;
  return <AssetList title={translate('officina.fault.recent')} rows={recent} onChoose={onChoose} />;
}

function Found({ typed, onChoose }: ChoosesProps & { typed: string }) {
  const translate = useTranslate();
  const language = useLanguage();
  const assets = useApplication().byName.entity('asset');
  const { data, error, refetch } = useGetList<RowOf<'oggetto'>>(
    assets.resource,
    {
      pagination: { page: 1, perPage: FOUND_MAX },
      sort: { field: assets.sort[0], order: assets.sort[1] },
      filter: { filtro: typed || undefined },
    },
    { placeholderData: (previous) => previous },
  );
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  if (data.length === 0)
    return <Typography color="textSecondary">{translate('officina.fault.none_found')}</Typography>;
  return <AssetList title={assets.titles[language]} rows={data} onChoose={onChoose} />;
}

interface AssetListProps extends ChoosesProps {
  title: string;
  rows: RowOf<'oggetto'>[];
}

function AssetList({ title, rows, onChoose }: AssetListProps) {
  const assets = useApplication().byName.entity('asset');
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" color="textSecondary" variant="body2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Paper variant="outlined" component="ul" sx={{ listStyle: 'none', m: 0, p: 0, overflow: 'hidden' }}>
        {rows.map((asset) => (
          <Box
            component="li"
            key={asset.id}
            sx={{ '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}
          >
            <ButtonBase
              onClick={() => onChoose(asset.id)}
              sx={{ width: '100%', minHeight: 56, px: 2, py: 1, display: 'block', textAlign: 'left' }}
            >
              <Typography
                component="span"
                sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}
              >
                {displayOf(assets, asset)}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {[asset.padre, asset.organizzazione, asset.reparto].filter(Boolean).join(' · ')}
              </Typography>
            </ButtonBase>
          </Box>
        ))}
      </Paper>
    </Box>
  );
}
