/** The bar with the forward button, which is always in the same place, and the menu of the other states. */
import ForwardIcon from '@mui/icons-material/ArrowForward';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication } from '../../../resources/context/application.tsx';
import type { Offer } from '../../../schemas/state-offers.ts';
import type { WorkStep } from '../../../schemas/work-step.ts';

/** The time in milliseconds during which a press may still be meant for the previous button in the same place. */
const SETTLES_MS = 700;

/** Returns false for a while after the step has changed, so that a double tap does not perform both steps. */
function useSettled(step: string): boolean {
  const [settled, settle] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => settle(step), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return settled === step;
}

const BAR = {
  position: 'sticky',
  bottom: 'var(--foot)',
  zIndex: 2,
  display: 'flex',
  gap: 1,
  py: 1,
  bgcolor: 'background.default',
} as const;

const TALL = { minHeight: 56 } as const;

interface ForwardBarProps {
  step: WorkStep;
  label: string | undefined;
  /** The states that are not the next step. */
  others: Offer[];
  busy: boolean;
  onPress(): void;
  onEnter(offer: Offer): void;
}

export function ForwardBar({ step, label, others, busy, onPress, onEnter }: ForwardBarProps) {
  // Moving to a missing item changes nothing, so the number of missing items may change while the user presses.
  const settled = useSettled(`${step.kind} ${'offer' in step ? step.offer.state.id : ''}`);
  if (step.kind === 'over') return <HomeBar />;
  if (!label && others.length === 0) return null;
  return (
    <Box className="page-foot" sx={BAR}>
      {label && (
        <Button
          variant="contained"
          loading={busy}
          disabled={!settled}
          endIcon={<ForwardIcon />}
          onClick={onPress}
          sx={{
            ...TALL,
            flex: 1,
            typography: 'h3',
            '&.Mui-disabled:not(.MuiButton-loading)': {
              bgcolor: 'primary.main',
              color: 'primary.contrastText',
            },
          }}
        >
          {label}
        </Button>
      )}
      {others.length > 0 && <OtherStates offers={others} alone={!label} onEnter={onEnter} />}
    </Box>
  );
}

/** A link to the other work, displayed when this work is over. */
function HomeBar() {
  const translate = useTranslate();
  const { family } = useApplication();
  return (
    <Box className="page-foot" sx={BAR}>
      <Button component={Link} to="/home" variant="contained" sx={{ ...TALL, flex: 1, typography: 'h3' }}>
        {translate(family === 'RIFTEC' ? 'officina.foot.work' : 'officina.menu.home')}
      </Button>
    </Box>
  );
}

interface OtherStatesProps {
  offers: Offer[];
  alone: boolean;
  onEnter(offer: Offer): void;
}

function OtherStates({ offers, alone, onEnter }: OtherStatesProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={translate('officina.interventions.work.others')}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          width: alone ? '100%' : 56,
          height: 56,
          border: '1px solid',
          borderColor: 'text.secondary',
          bgcolor: 'background.paper',
          color: 'text.primary',
        }}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      >
        {offers.map((offer) => (
          <MenuItem
            key={offer.state.id}
            sx={{ minHeight: 56 }}
            onClick={() => {
              setAnchor(null);
              onEnter(offer);
            }}
          >
            {translate('officina.interventions.detail.to_state', { state: offer.name })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
