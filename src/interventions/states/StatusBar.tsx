/** The current state of an intervention, the next states, and the reasons against the others. */

import ArrowIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useActAtOnce } from '../../../resources/acts/ActAtOnce.tsx';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { ColourMark } from '../../../resources/display/ColourMark.tsx';
import { EntityIcon } from '../../../resources/display/icons.tsx';
import { readColour, WHITE } from '../../../resources/format/colour.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { likeliest, type Offer, reasonLinesOf } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useOffers } from './useOffers.ts';
import { useStatusChange } from './useStatusChange.tsx';

interface StatusProps {
  entity: Entity;
  record: RowOf<'odl'>;
}

export function StatusBar({ entity, record }: StatusProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const offers = useOffers(entity, record);
  const { press, dialogs } = useStatusChange(entity, record);
  const first = likeliest(offers, record);
  // On a phone, the button of the most likely state is at the bottom.
  const visible = offers.filter((offer) => offer.free && !(narrow && offer === first));
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('officina.interventions.detail.state')}
      sx={{ px: 2, py: 1.25, mb: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {translate('officina.interventions.detail.state')}
        </Typography>
        <ColourMark colour={readColour(record.stato_colore) ?? WHITE} />
        <Typography sx={{ fontWeight: 650, mr: 2, overflowWrap: 'anywhere' }}>
          {String(record.stato)}
        </Typography>
        {visible.map((offer) => (
          <Button
            key={offer.state.id}
            size={narrow ? 'medium' : 'small'}
            variant={offer === first ? 'contained' : 'outlined'}
            startIcon={<ArrowIcon />}
            sx={narrow ? { minHeight: 48, flexBasis: '100%' } : undefined}
            onClick={() => press(offer)}
          >
            {offer.name}
          </Button>
        ))}
      </Box>
      <Reasons offers={offers} />
      {dialogs}
    </Paper>
  );
}

/** Lists the reasons as text, because there is no hover on phones. */
function Reasons({ offers }: { offers: Offer[] }) {
  const translate = useTranslate();
  const reasonLines = reasonLinesOf(offers);
  if (reasonLines.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {reasonLines.map(({ names, reasons, foreign }) => (
        <Typography key={names.join()} component="li" variant="body2" color="textSecondary">
          <Box component="strong" sx={{ fontWeight: 600 }}>
            {names.join(', ')}
          </Box>
          {': '}
          {reasons.length === 1
            ? foreign && names.length > 1
              ? translate('officina.interventions.detail.other_roles')
              : reasons[0]
            : reasons.map((reason) => (
                <Box key={reason} component="span" sx={{ display: 'block', pl: 2 }}>
                  {reason}
                </Box>
              ))}
        </Typography>
      ))}
    </Box>
  );
}

/** The style that keeps the button above the bar at the bottom of a phone. */
const FOOT = {
  position: 'sticky',
  bottom: 'var(--foot)',
  zIndex: 2,
  py: 1,
  mt: 2,
  bgcolor: 'background.default',
} as const;

/** The most likely next state, as a button within reach of the thumb. Its dialog stays if the phone is turned. */
export function StatusFoot({ entity, record }: StatusProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const first = likeliest(useOffers(entity, record), record);
  const { press, dialogs } = useStatusChange(entity, record);
  if (narrow && record.prendibile === 1) return <TakeOverFoot record={record} />;
  return (
    <>
      {narrow && first && (
        <Box className="page-foot" sx={FOOT}>
          <Button
            variant="contained"
            fullWidth
            startIcon={<ArrowIcon />}
            sx={{ minHeight: 48 }}
            onClick={() => press(first)}
          >
            {translate('officina.interventions.detail.to_state', { state: first.name })}
          </Button>
        </Box>
      )}
      {dialogs}
    </>
  );
}

/** A button to take over work without a technician, which is the first step, before any state. */
function TakeOverFoot({ record }: { record: RowOf<'odl'> }) {
  const { act } = useApplication();
  const language = useLanguage();
  const takeOver = act('take-over');
  const { send, busy, dialog } = useActAtOnce(takeOver);
  return (
    <Box className="page-foot" sx={FOOT}>
      <Button
        variant="contained"
        fullWidth
        loading={busy}
        startIcon={<EntityIcon name={takeOver.icon} />}
        sx={{ minHeight: 48 }}
        onClick={() => void send(record.id, record)}
      >
        {takeOver.title[language]}
      </Button>
      {dialog}
    </Box>
  );
}
