/** Adds a recommended part to an asset. The user searches the list of parts, adds one and returns to the asset. */

import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { usePageTitle } from '../../resources/context/usePageTitle.ts';
import EmbeddedList from '../../resources/detail/EmbeddedList.tsx';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { useSay } from '../../resources/feedback/toasts.ts';
import { FormHeader } from '../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import { routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { RECOMMENDED_TAB, recommendedAddress } from './asset-routes.ts';
import { useRecommending } from './Recommended.tsx';

export default function AddRecommendedPage() {
  const { idOggetto } = useParams();
  const { byName } = useApplication();
  const assets = byName.entity('asset');
  const { data, error, refetch } = useGetOne(
    assets.resource,
    { id: idOggetto, meta: { whole: true } },
    { enabled: idOggetto !== undefined },
  );
  if (idOggetto === undefined) return <WhichAsset assets={assets} />;
  if (error) return <Failure error={error} entity={assets} onRetry={refetch} />;
  return data ? <ForAsset key={idOggetto} assets={assets} asset={data} /> : <FormSkeleton />;
}

function WhichAsset({ assets }: { assets: Entity }) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const field = useApplication().byName.entity('recommended-part').property('id_oggetto');
  const title = translate('officina.assets.add_recommended');
  usePageTitle(title);
  return (
    <>
      <FormHeader entity={assets} title={title} back={routeOf(assets, 'list')} />
      <Box sx={{ maxWidth: 560 }}>
        <ReferencePicker
          id="recommended-asset"
          field={field}
          label={field.title[language]}
          value={[]}
          onChange={([id]) => id !== undefined && navigate(recommendedAddress(id), { replace: true })}
        />
      </Box>
    </>
  );
}

/** Returns the ids of the parts already recommended. */
function useRecommended(asset: number): number[] {
  const { data } = useQuery({
    queryKey: ['ricambio', 'recommended', asset],
    queryFn: async () => {
      const query = { idOggettoForConsigliati: String(asset), pag: '-1' };
      return (await call<{ id: number }[]>('/ricambio/', { query })).data.map(({ id }) => id);
    },
  });
  return data ?? [];
}

function ForAsset({ assets, asset }: { assets: Entity; asset: RowOf<'oggetto'> }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const say = useSay();
  const id = asset.id;
  const parts = useApplication().byName.entity('spare-part');
  const recommended = useRecommended(id);
  const { add } = useRecommending(id);
  const back = `${addressOf(routeOf(assets, 'detail'), id)}?tab=${RECOMMENDED_TAB}`;
  const title = translate('officina.assets.add_recommended');
  const name = displayOf(assets, asset);
  usePageTitle(title);
  const take = async (part: RowOf<'ricambio'>) => {
    if (!(await add(part.id))) return;
    say('officina.form.saved', 'success', { name: displayOf(parts, part) });
    navigate(back);
  };
  return (
    <>
      <FormHeader entity={assets} above={name} title={title} back={back} backName={name} />
      <EmbeddedList
        entity={parts}
        search
        actions={(part: RowOf<'ricambio'>) => (
          <AddPart part={part} parts={parts} added={recommended.includes(part.id)} onAdd={take} />
        )}
        hint={translate('officina.assets.no_parts_at_all')}
      />
    </>
  );
}

interface AddPartProps {
  part: RowOf<'ricambio'>;
  parts: Entity;
  added: boolean;
  onAdd(part: RowOf<'ricambio'>): Promise<void>;
}

function AddPart({ part, parts, added, onAdd }: AddPartProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [busy, setBusy] = useState(false);
  const action = translate(added ? 'officina.hierarchy.added' : 'officina.hierarchy.add');
  const mark = added ? <CheckIcon fontSize="small" /> : <AddIcon fontSize="small" />;
  const button = {
    disabled: added,
    loading: busy,
    'aria-label': translate('officina.list.act_on', { action, name: displayOf(parts, part) }),
    onClick: async (event: MouseEvent) => {
      event.stopPropagation();
      setBusy(true);
      await onAdd(part);
      setBusy(false);
    },
  };
  if (narrow)
    return (
      <IconButton color="primary" {...button}>
        {mark}
      </IconButton>
    );
  return (
    <Button size="small" startIcon={mark} {...button}>
      {action}
    </Button>
  );
}
