/** Several interventions put into a state, given to a technician or planned for a day at once; each has its own outcome. */
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { Outcome } from './bulk.ts';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));
const OutcomeDialog = lazy(() => import('./OutcomeDialog.tsx'));

/** What was selected stays so where it was refused, to be mended. */
export function BulkChange() {
  const translate = useTranslate();
  const { selectedIds, onSelect, refetch, data = [] } = useListContext();
  const [changing, setChanging] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const done = (results: Outcome[]) => {
    setChanging(false);
    setOutcomes(results);
    void refetch();
  };
  const read = () => {
    onSelect((outcomes ?? []).filter(({ result }) => result !== 0).map(({ id }) => id));
    setOutcomes(undefined);
  };
  return (
    <Box sx={{ display: 'flex' }}>
      <Button size="small" startIcon={<EditIcon />} aria-haspopup="dialog" onClick={() => setChanging(true)}>
        {translate('officina.interventions.list.bulk')}
      </Button>
      <Suspense fallback={null}>
        {changing && (
          <BulkDialog ids={selectedIds.map(Number)} onDone={done} onClose={() => setChanging(false)} />
        )}
        {outcomes && <OutcomeDialog outcomes={outcomes} rows={data} onClose={read} />}
      </Suspense>
    </Box>
  );
}
