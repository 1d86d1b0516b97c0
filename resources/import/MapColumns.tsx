/** The second step: the user assigns columns to fields, if the headers are not enough. */
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FileColumn, Target } from '../../dataProvider/imports.ts';
import { NEW, useImportPlace } from './import-address.ts';
import { choose, chosenIn, letterOf, mappingOf, missing, offered, unused } from './mapping.ts';
import type { Import } from './useImport.ts';

interface MapColumnsProps {
  current: Import;
  onTried(): void;
}

export function MapColumns({ current: { file, starting, refused, start }, onTried }: MapColumnsProps) {
  const translate = useTranslate();
  const { become } = useImportPlace();
  const [chosen, setChosen] = useState(() => chosenIn(file.colonne));
  const columns = offered(file.colonne);
  const nameOf = useColumnName();
  const [lacking, left] = [missing(file.campi, chosen), unused(file.colonne, chosen)];
  const attempt = async () => {
    if (await start('dryRun', mappingOf(chosen))) onTried();
  };
  return (
    <>
      <DialogContent sx={{ px: { xs: 2, sm: 3 }, pt: 1 }}>
        <Typography sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
          {translate('officina.import.columns_lead', { file: file.nome_file })}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {file.campi.map((target) => (
            <TargetRow
              key={target.campo}
              target={target}
              columns={columns}
              column={columns.find(({ indice }) => indice === chosen[target.campo])}
              onChoose={(column) => setChosen((before) => choose(before, target.campo, column?.indice))}
            />
          ))}
        </Box>
        <Box sx={{ display: 'grid', gap: 1, mt: 2 }}>
          {refused && <Alert severity="error">{refused}</Alert>}
          {lacking.length > 0 && (
            <Alert severity="warning">
              {translate('officina.import.missing', {
                heads: lacking.map(({ etichetta }) => etichetta).join(', '),
              })}
            </Alert>
          )}
          {left.length > 0 && (
            <Alert severity="info">
              {translate('officina.import.unused', { heads: left.map(nameOf).join(', ') })}
            </Alert>
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 } }}>
        <Button onClick={() => become(NEW)} disabled={starting}>
          {translate('officina.import.other_file')}
        </Button>
        <Button variant="contained" disabled={starting} aria-busy={starting} onClick={attempt}>
          {translate('officina.import.try')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Returns the header of a column, or its letter if it has none. */
function useColumnName(): (column: FileColumn) => string {
  const translate = useTranslate();
  return ({ indice, intestazione }) =>
    intestazione || translate('officina.import.unnamed', { letter: letterOf(indice) });
}

interface TargetRowProps {
  target: Target;
  columns: FileColumn[];
  column: FileColumn | undefined;
  onChoose(column: FileColumn | null): void;
}

function TargetRow({
  target: { campo, etichetta, obbligatorio },
  columns,
  column,
  onChoose,
}: TargetRowProps) {
  const translate = useTranslate();
  const id = useId();
  const nameOf = useColumnName();
  const samples = column?.esempi.join(' · ');
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 3fr) minmax(0, 4fr) minmax(0, 4fr)' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        py: 1,
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="label" htmlFor={id} sx={{ fontWeight: 500 }}>
          {etichetta}
          {obbligatorio === 1 && ' *'}
        </Typography>
        {campo !== etichetta && (
          <Typography variant="body2" color="textSecondary">
            {campo}
          </Typography>
        )}
      </Box>
      <Autocomplete
        id={id}
        options={columns}
        value={column ?? null}
        onChange={(_event, next) => onChoose(next)}
        getOptionLabel={nameOf}
        getOptionKey={({ indice }) => indice}
        isOptionEqualToValue={(one, other) => one.indice === other.indice}
        clearText={translate('officina.form.clear')}
        openText={translate('officina.form.open_list')}
        noOptionsText={translate('officina.form.no_options')}
        renderInput={(params) => <TextField {...params} placeholder={translate('officina.import.nothing')} />}
      />
      <Typography
        variant="body2"
        color="textSecondary"
        noWrap
        title={samples}
        sx={{ display: { xs: samples ? 'block' : 'none', sm: 'block' } }}
      >
        {samples}
      </Typography>
    </Box>
  );
}
