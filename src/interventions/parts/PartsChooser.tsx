/**
 * Withdraws parts with two presses. The first chooses a part, for which quantity and warehouse are proposed. The
 * second confirms. Proposed parts are reserved, recommended for the asset, or used in its latest interventions.
 * Search and scan find others.
 */

import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import { SearchInput } from '../../../resources/list/SearchInput.tsx';
import { showNumber } from '../../../resources/widgets/numbers.ts';
import { ScanButton } from '../../../resources/widgets/ScanButton.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import type { Opener } from '../tabs/tab-dialogs.ts';
import {
  firstQuantity,
  listedOf,
  mostOf,
  type ProposedPart,
  placeText,
  type Sought,
  steppedQuantity,
  useProposedParts,
  withdrawalOfPart,
} from './proposed-parts.ts';

interface PartsChooserProps {
  record: RowOf<'odl'>;
  /** Opens the dialog of the withdrawal, for a part from another place. */
  open: Opener;
}

export function PartsChooser({ record, open }: PartsChooserProps) {
  const translate = useTranslate();
  const { act, byName } = useApplication();
  const withdraw = act('withdraw');
  const parts = byName.entity('spare-part');
  const [sought, seek] = useState<Sought>({});
  const [chosen, choose] = useState<number>();
  const { data: found, isHere, error, refetch } = useProposedParts(record.id, sought);
  const data = listedOf(found, sought);
  const find = (next: Sought) => {
    choose(next.idRicambio);
    seek(next);
  };
  /** Closes a withdrawn part. The user may have chosen or searched the next one in the meantime. */
  const close = (id: number) => {
    choose((now) => (now === id ? undefined : now));
    seek((now) => (now === sought ? {} : now));
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <SearchInput
        label={translate('officina.chooser.search')}
        text={sought.filtro ?? ''}
        onSearch={(text) => find(text === '' ? {} : { filtro: text })}
        sx={{ '& .MuiInputBase-root': { minHeight: 48 } }}
      />
      <ScanButton
        field={withdraw.form.property('id_ricambio')}
        target={parts}
        fixed={false}
        value={undefined}
        packed
        onChange={(id) => find({ idRicambio: id })}
      />
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading height={160} />}
      <SearchNotes sought={sought} isHere={isHere} isEmpty={data?.length === 0} />
      {data && data.length > 0 && (
        <Paper variant="outlined" component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((part) => (
            <Box
              component="li"
              key={part.id_ricambio}
              sx={{ '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}
            >
              <PartLine
                part={part}
                chosen={chosen === part.id_ricambio}
                onChoose={() => choose(chosen === part.id_ricambio ? undefined : part.id_ricambio)}
              />
              {chosen === part.id_ricambio && (
                <Withdrawing record={record} part={part} open={open} onDone={() => close(part.id_ricambio)} />
              )}
            </Box>
          ))}
        </Paper>
      )}
    </Box>
  );
}

interface SearchNotesProps {
  sought: Sought;
  isHere: boolean;
  isEmpty: boolean;
}

/** Says where parts are searched without a network, and that none was found. */
function SearchNotes({ sought, isHere, isEmpty }: SearchNotesProps) {
  const translate = useTranslate();
  const none = sought.filtro ? 'none_found' : 'none_proposed';
  return (
    <>
      {isHere && (
        <Typography color="textSecondary" role="status">
          {translate('officina.chooser.here')}
        </Typography>
      )}
      {isEmpty && (
        <Typography color="textSecondary">
          {translate(`officina.chooser.${isHere ? 'none_here' : none}`)}
        </Typography>
      )}
    </>
  );
}

function useAmountText(): (quantity: number, part: ProposedPart) => string {
  const language = useLanguage();
  return (quantity, { unita_di_misura: unit }) =>
    [showNumber(quantity, language), unit].filter(Boolean).join(' ');
}

/** Returns why nothing of a part can be withdrawn. */
function lackText({ id_magazzino, quantita }: ProposedPart): string {
  if (id_magazzino === null) return 'no_stock';
  return quantita > 0 ? 'all_reserved' : 'none_left';
}

interface PartLineProps {
  part: ProposedPart;
  chosen: boolean;
  onChoose(): void;
}

function PartLine({ part, chosen, onChoose }: PartLineProps) {
  const translate = useTranslate();
  const amount = useAmountText();
  const most = mostOf(part);
  const place = placeText(part);
  return (
    <ButtonBase
      onClick={onChoose}
      aria-expanded={chosen}
      sx={{ width: '100%', minHeight: 64, px: 2, py: 1, display: 'block', textAlign: 'left' }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {part.codice} - {part.descrizione}
        </Typography>
        {part.motivo && (
          <Chip size="small" variant="outlined" label={translate(`officina.chooser.reason.${part.motivo}`)} />
        )}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary">
        {most > 0
          ? translate('officina.chooser.there', { amount: amount(most, part), place })
          : translate(`officina.chooser.${lackText(part)}`, { place })}
      </Typography>
    </ButtonBase>
  );
}

interface QuantityProps {
  part: ProposedPart;
  quantity: number;
  busy: boolean;
  onChange(quantity: number): void;
}

/** A quantity with a minus and a plus button. */
function Quantity({ part, quantity, busy, onChange }: QuantityProps) {
  const translate = useTranslate();
  const amount = useAmountText();
  const step = (way: 1 | -1) => onChange(steppedQuantity(quantity, way, part));
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2 }}>
      <Step label="less" disabled={busy || quantity <= Math.min(1, mostOf(part))} onPress={() => step(-1)}>
        <RemoveIcon />
      </Step>
      <Typography
        component="output"
        aria-label={translate('officina.stock.quantity')}
        sx={{ minWidth: 96, textAlign: 'center', fontSize: '1.25rem', fontWeight: 600 }}
      >
        {amount(quantity, part)}
      </Typography>
      <Step label="more" disabled={busy || quantity >= mostOf(part)} onPress={() => step(1)}>
        <AddIcon />
      </Step>
    </Box>
  );
}

interface WithdrawingProps {
  record: RowOf<'odl'>;
  part: ProposedPart;
  open: Opener;
  onDone(): void;
}

/** The quantity, and the button that withdraws it. */
function Withdrawing({ record, part, open, onDone }: WithdrawingProps) {
  const translate = useTranslate();
  const { act } = useApplication();
  const say = useSay();
  const amount = useAmountText();
  const { ask, busy, dialog } = useAct(act('withdraw'));
  const [quantity, setQuantity] = useState(() => firstQuantity(part));
  const confirm = async () => {
    const outcome = await ask(record.id, withdrawalOfPart(part, quantity), undefined, {
      names: { id_ricambio: `${part.codice} - ${part.descrizione}`, id_magazzino: placeText(part) },
    });
    if ('refused' in outcome) {
      const { message, errors } = outcome.refused;
      say(Object.values(errors)[0] ?? message, 'error');
    } else if ('done' in outcome) {
      say('officina.chooser.withdrawn', 'success', { amount: amount(quantity, part), name: part.codice });
      onDone();
    } else if ('queued' in outcome) onDone();
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, px: 2, pb: 2 }}>
      {mostOf(part) > 0 && (
        <>
          <Quantity part={part} quantity={quantity} busy={busy} onChange={setQuantity} />
          <Button
            variant="contained"
            disabled={busy}
            aria-busy={busy}
            onClick={confirm}
            sx={{ minHeight: 56 }}
          >
            {translate('officina.chooser.withdraw', { amount: amount(quantity, part) })}
          </Button>
        </>
      )}
      <Button
        onClick={() =>
          open({
            name: 'withdraw',
            start: { id_ricambio: part.id_ricambio, id_prenotazione: part.id_prenotazione },
          })
        }
        disabled={busy}
        sx={{ minHeight: 48 }}
      >
        {translate('officina.chooser.other_place')}
      </Button>
      {dialog}
    </Box>
  );
}

interface StepProps {
  label: 'less' | 'more';
  disabled: boolean;
  onPress(): void;
  children: ReactNode;
}

function Step({ label, disabled, onPress, children }: StepProps) {
  const translate = useTranslate();
  return (
    <IconButton
      aria-label={translate(`officina.chooser.${label}`)}
      disabled={disabled}
      onClick={onPress}
      sx={{ width: 56, height: 56, border: '1px solid', borderColor: 'divider' }}
    >
      {children}
    </IconButton>
  );
}
