/** Parts on the work card: the withdrawn parts, and the parts chooser, which proposes the reserved ones first. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { mayDo } from '../../../resources/acts/offered-acts.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { showNumber } from '../../../resources/widgets/numbers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, type Reservation, useRows, type Withdrawal } from '../calls/intervention-calls.ts';
import { isUnsent, useRowsWithActs } from '../calls/unsent-acts.ts';
import { PartsChooser } from '../parts/PartsChooser.tsx';
import { usePartNames, useProposedParts, withdrawnIn } from '../parts/proposed-parts.ts';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { WorkSection } from './WorkSection.tsx';

const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 };

export function WorkParts({ record, open }: { record: RowOf<'odl'>; open: Opener }) {
  const translate = useTranslate();
  const application = useApplication();
  const { data: taken = [], acts } = useRowsWithActs<Withdrawal>(record.id, belowOf(record.id, 'ricambio'));
  const { data: proposed = [] } = useProposedParts(record.id);
  const withdrawn = withdrawnIn(acts);
  const names = usePartNames(withdrawn.length > 0) ?? [];
  const added = withdrawn.flatMap((line) => {
    const part = [...taken, ...proposed, ...names].find(
      ({ id_ricambio }) => id_ricambio === line.id_ricambio,
    );
    return part ? [{ ...line, part }] : [];
  });
  if (!application.may(application.byName.get('withdrawal')?.access.read ?? [])) return null;
  const withdraws = mayDo(application, application.act('withdraw'), record);
  return (
    <WorkSection title={translate('officina.interventions.detail.tab.ricambi')}>
      {!withdraws && <ReservedParts id={record.id} />}
      {taken.length + added.length > 0 && (
        <Box component="ul" sx={LIST}>
          {taken.map((row) => (
            <Part key={row.id_prelievo} row={row} quantity={row.quantita}>
              <Typography color="textSecondary">
                {translate('officina.interventions.work.withdrawn')}
              </Typography>
            </Part>
          ))}
          {added.map(({ act, part, quantity }) => (
            <Part key={act.key} row={part} quantity={quantity}>
              <Typography color="textSecondary">
                {translate(`officina.interventions.work.${isUnsent(act) ? 'unsent' : 'withdrawn'}`)}
              </Typography>
            </Part>
          ))}
        </Box>
      )}
      {withdraws && <PartsChooser record={record} open={open} />}
    </WorkSection>
  );
}

/** Reserved parts that are not withdrawn yet, for users without the parts chooser, which proposes them. */
function ReservedParts({ id }: { id: number }) {
  const translate = useTranslate();
  const { data: reserved = [] } = useRows<Reservation>(id, belowOf(id, 'prenotazione'));
  const waiting = reserved.filter(({ quantita, quantita_prelevata: withdrawn }) => withdrawn < quantita);
  if (waiting.length === 0) return null;
  return (
    <Box component="ul" sx={LIST}>
      {waiting.map((row) => (
        <Part key={row.id} row={row} quantity={row.quantita - row.quantita_prelevata}>
          <Typography color="textSecondary">{translate('officina.chooser.reason.prenotato')}</Typography>
        </Part>
      ))}
    </Box>
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
          {`${row.codice} · ${showNumber(quantity, language)} ${row.unita_di_misura ?? ''}`}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
