/** Parts on the work card: those withdrawn, and the parts chooser, which proposes the reserved ones first. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { formatDecimal } from '../../../resources/format/format.ts';
import { isOffered } from '../../../schemas/act.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, type Reservation, useRows, type Withdrawal } from '../calls/intervention-calls.ts';
import { PartsChooser } from '../parts/PartsChooser.tsx';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { WorkSection } from './WorkSection.tsx';

export function WorkParts({ record, open }: { record: RowOf<'odl'>; open: Opener }) {
  const translate = useTranslate();
  const { act, byName, may } = useApplication();
  const { data: reserved = [] } = useRows<Reservation>(record.id, belowOf(record.id, 'prenotazione'));
  const { data: taken = [] } = useRows<Withdrawal>(record.id, belowOf(record.id, 'ricambio'));
  if (!may(byName.get('withdrawal')?.access.read ?? [])) return null;
  const withdraws = may(act('withdraw').access) && isOffered(act('withdraw'), record);
  // The chooser proposes them.
  const waiting = withdraws
    ? []
    : reserved.filter(({ quantita, quantita_prelevata: withdrawn }) => withdrawn < quantita);
  return (
    <WorkSection title={translate('officina.interventions.detail.tab.ricambi')}>
      {waiting.length + taken.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {waiting.map((row) => (
            <Part key={`reserved-${row.id}`} row={row} quantity={row.quantita - row.quantita_prelevata} />
          ))}
          {taken.map((row) => (
            <Part key={`taken-${row.id_prelievo}`} row={row} quantity={row.quantita}>
              <Typography color="textSecondary">
                {translate('officina.interventions.work.withdrawn')}
              </Typography>
            </Part>
          ))}
        </Box>
      )}
      {withdraws && (
        <PartsChooser
          record={record}
          onOther={({ id_ricambio, id_prenotazione }) =>
            open({ name: 'withdraw', start: { id_ricambio, id_prenotazione } })
          }
        />
      )}
    </WorkSection>
  );
}

interface PartProps {
  row: Pick<Reservation, 'codice' | 'descrizione' | 'unita_di_misura'>;
  quantity: number;
  children?: ReactNode;
}

function Part({ row, quantity, children }: PartProps) {
  const language = useLanguage();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 48 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {row.descrizione}
        <Typography variant="body2" color="textSecondary">
          {`${row.codice} · ${formatDecimal(quantity, language)} ${row.unita_di_misura ?? ''}`}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
