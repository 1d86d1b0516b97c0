/** The checklist of an intervention. Users tick items, write notes and add photos. */

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import { usePageDraft } from '../../../resources/form/usePageDraft.ts';
import { formatInstant } from '../../../resources/format/format.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, useRows } from '../calls/intervention-calls.ts';
import type { Item } from './checklist-item.ts';
import { ItemNote } from './ItemNote.tsx';
import { ItemPhotos } from './ItemPhotos.tsx';

export function ChecklistTab({ record }: { record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const id = record.id;
  const draft = usePageDraft(useApplication().byName.entity('intervention'), id);
  const { data, error, refetch } = useRows<Item>(id, belowOf(id, 'checklist'));
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={240} />;
  const done = data.filter(({ checked }) => checked === 1).length;
  return (
    <Box component="section" sx={{ maxWidth: 760 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }} role="status">
        {translate('officina.interventions.detail.done_of', { done, total: data.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.map((item) => (
          <ItemCard key={item.id} record={record} item={item} draft={draft} />
        ))}
      </Box>
    </Box>
  );
}

interface ItemProps {
  intervention: number;
  item: Item;
}

/** Returns functions that save at once. After a refusal the typed text stays. */
export function useItem({ intervention, item }: ItemProps) {
  const { act } = useApplication();
  const sayWhy = useSayWhy();
  const { ask, busy } = useAct(act('tick'));
  const save = async (change: Row): Promise<boolean> => {
    const outcome = await ask(intervention, { ...change, id_riga: item.id }, undefined, {
      names: { id_riga: item.descrizione },
    });
    if ('refused' in outcome) sayWhy(outcome.error);
    return 'done' in outcome || 'queued' in outcome;
  };
  return { busy, save };
}

interface ItemCardProps {
  record: RowOf<'odl'>;
  item: Item;
  draft: PageDraft;
}

function ItemCard({ record, item, draft }: ItemCardProps) {
  const changes = record.modificabile === 1;
  const translate = useTranslate();
  const zone = usePlantZone();
  const { busy, save } = useItem({ intervention: record.id, item });
  const name = `checklist-${item.id}`;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <Checkbox
          checked={item.checked === 1}
          disabled={!changes || busy}
          onChange={(_event, checked) => save({ checked: checked ? 1 : 0 })}
          slotProps={{ input: { id: name } }}
          sx={{ width: 48, height: 48, flexShrink: 0 }}
        />
        <Box sx={{ flex: 1, minWidth: 0, pt: 1.25 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
            <Typography
              component="label"
              htmlFor={name}
              sx={{ overflowWrap: 'anywhere', cursor: changes ? 'pointer' : undefined }}
            >
              {item.descrizione}
            </Typography>
            {item.obbligatoria === 1 && (
              <Chip
                size="small"
                variant="outlined"
                label={translate('officina.interventions.detail.mandatory')}
              />
            )}
          </Box>
          {item.usr_mod && item.data_mod && (
            <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
              {`${item.usr_mod}, ${formatInstant(item.data_mod, zone)}`}
            </Typography>
          )}
        </Box>
      </Box>
      <Box sx={{ pl: 5.5, pr: 1, display: 'grid', gap: 1 }}>
        <ItemPhotos item={item} changes={changes} />
        <ItemNote record={record} draft={draft} item={item} changes={changes} busy={busy} onSave={save} />
      </Box>
    </Paper>
  );
}
