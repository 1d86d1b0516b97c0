/** A new intervention out of this one, with what of it is wanted. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { CallError, call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { useLanguage } from '../../../resources/House.tsx';
import { addressOf } from '../../../resources/routes.ts';
import { useSay } from '../../../resources/say.ts';
import { ReferencePicker } from '../../../resources/widgets/ReferencePicker.tsx';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { nameIn } from '../ground/names.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';
import { TechnicianPicker } from '../status/TechnicianPicker.tsx';
import { DESCRIPTION_MAX, faultsOf, useFollowUp } from './useFollowUp.ts';

const BLOCKED = -9;

interface FollowUpDialogProps {
  entity: Entity;
  record: RowOf<'odl'>;
  onClose(): void;
}

interface Reply {
  giacenzaErrors: { codice_ricambio: string }[];
  intervento: { id: number };
}

export default function FollowUpDialog({ entity, record, onClose }: FollowUpDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const say = useSay();
  const form = useFollowUp(record);
  const [bypass, setBypass] = useState(false);
  const where = useMemo(() => ({ idOggetto: form.asset }), [form.asset]);
  const title = (name: string): string => entity.property(name).title[language];
  const check = (): Errors =>
    Object.fromEntries(Object.entries(faultsOf(form)).map(([name, key]) => [name, translate(key)]));
  const tell = (reply: Reply) => {
    const short = reply.giacenzaErrors.map((part) => part.codice_ricambio).join(', ');
    if (short) say('officina.warning.followupStock', 'warning', { parts: short });
    navigate(addressOf(routeOf(entity, 'detail'), reply.intervento.id), { state: { tab: 'generali' } });
  };
  const send = async () => {
    const copies = form.copies.map(({ copy, on }) => [copy, on ? 1 : 0]);
    const body = {
      ...Object.fromEntries(copies),
      descrizione: form.description.trim(),
      id_stato: form.state!.id,
      id_oggetto: form.asset,
      ...(form.admin && { id_tecnico: form.technician?.id ?? null }),
      ...(form.notifies && { id_usr_notifica: form.notified ?? null }),
    };
    try {
      const query = { isBypassBlockAllowed: bypass ? 1 : undefined };
      tell((await call<Reply>(`/odl/${record.id}/followup/`, { method: 'POST', query, body })).data);
    } catch (error) {
      const asks = error instanceof CallError && error.result === BLOCKED;
      if (!asks || form.setting?.('BlockAssigned') !== '2') throw error;
      // Pressed once more, it goes on.
      setBypass(true);
      const description = `${error.message} ${translate('officina.confirm.proceed')}`;
      throw new CallError(error.status, error.result, { ...error.body, description });
    }
  };
  return (
    <WorkDialog
      title={translate('officina.interventions.detail.add_followup')}
      save={translate('officina.interventions.detail.create')}
      check={check}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {Number(record.num_followup) > 0 && (
            <Alert severity="warning">{translate('officina.warning.followupExists')}</Alert>
          )}
          <TextField
            required
            size="small"
            variant="outlined"
            margin="none"
            label={title('descrizione')}
            value={form.description}
            onChange={(event) => form.setDescription(event.target.value)}
            error={errors.descrizione !== undefined}
            helperText={errors.descrizione}
            slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
          />
          <TextField
            select
            required
            size="small"
            variant="outlined"
            margin="none"
            label={title('id_stato')}
            value={form.state?.id ?? ''}
            onChange={(event) => form.setState(Number(event.target.value))}
            error={errors.id_stato !== undefined}
            helperText={errors.id_stato}
          >
            {form.states.map((state) => (
              <MenuItem key={state.id} value={state.id}>
                {nameIn(state, language)}
              </MenuItem>
            ))}
          </TextField>
          {form.setAsset && (
            <ReferencePicker
              id="followup-asset"
              field={entity.property('id_oggetto')}
              label={title('id_oggetto')}
              value={[form.asset]}
              knownText={form.asset === record.id_oggetto ? String(record.oggetto) : undefined}
              onChange={([one]) => one !== undefined && form.setAsset?.(one)}
              required
              keeps
            />
          )}
          {form.admin && (
            <TechnicianPicker
              label={title('id_tecnico')}
              people={form.people}
              value={form.technician}
              onChange={form.setTechnician}
              error={errors.id_tecnico}
            />
          )}
          {form.notifies && (
            <ReferencePicker
              id="followup-notified"
              field={entity.property('id_usr_notifica')}
              label={title('id_usr_notifica')}
              value={form.notified ? [form.notified] : []}
              onChange={([one]) => form.setNotified(one)}
              where={where}
              error={errors.id_usr_notifica !== undefined}
              help={errors.id_usr_notifica}
            />
          )}
          <Box sx={{ display: 'grid' }}>
            {form.copies.map(({ copy, on }) => (
              <FormControlLabel
                key={copy}
                control={
                  <Checkbox checked={on} onChange={(_event, checked) => form.setCopy(copy, checked)} />
                }
                label={translate(`officina.interventions.detail.${copy}`)}
              />
            ))}
          </Box>
        </>
      )}
    </WorkDialog>
  );
}
