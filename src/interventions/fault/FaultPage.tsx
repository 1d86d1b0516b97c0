/**
 * Reports a fault with three answers: what is wrong, how urgent it is, a photo. Without an asset in the address,
 * the page asks for the asset first. One press opens the full form.
 */

import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type RaRecord, useGetOne, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { Besides } from '../../../dataProvider/device.ts';
import { isProvisional, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { useApplication } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import { CreateForm, type Kept } from '../../../resources/form/CreateForm.tsx';
import { SendContext } from '../../../resources/form/FileSender.tsx';
import { FormHeader } from '../../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { NewRecord, useSaySaved } from '../../../resources/form/RecordFrame.tsx';
import { PAPER_STYLE } from '../../../resources/screens/CreatePage.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import { type EntityOf, routeOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Entity, type Field, type Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isRow } from '../../../schemas/values.ts';
import { useStates, useTypes } from '../calls/form-lookups.ts';
import { FormContext, useToday } from '../form/FormContext.tsx';
import { newStart } from '../form/first-values.ts';
import { useShapedForm } from '../form/form-fields.ts';
import { proposedType } from '../form/proposals.ts';
import { withoutTechnician } from '../form/StateWidget.tsx';
import { reportFault } from '../intervention-routes.ts';
import { AssetChoice } from './AssetChoice.tsx';
import { changedFault, givenByAsset } from './changed-fault.ts';
import { FaultPhotos } from './FaultPhotos.tsx';
import { UrgencyWidget, WhatWidget } from './FaultWidgets.tsx';
import { filledIn, firstState, isInShortForm, shortForm, URGENCY, WHAT } from './fault-form.ts';
import { type Report, useReport } from './useReport.ts';

const HOME = '/home';
const BUTTON_STYLE = { mb: 2, minHeight: 48 };
const SHORT_WIDGETS = { [WHAT]: WhatWidget, [URGENCY]: UrgencyWidget };

export default function FaultPage({ entity }: { entity: EntityOf<'odl'> }) {
  const { idOggetto } = useParams();
  return idOggetto === undefined ? (
    <AssetChoice entity={entity} />
  ) : (
    <FaultOn entity={entity} idOggetto={idOggetto} />
  );
}

function FaultOn({ entity, idOggetto }: { entity: EntityOf<'odl'>; idOggetto: string }) {
  const assets = useApplication().byName.entity('asset');
  const { data, error, refetch } = useGetOne(assets.resource, { id: idOggetto });
  const shaped = useShapedForm(entity, 'create');
  const types = useTypes();
  const { state } = useLocation();
  if (replacesData(error, data) && changedFault(state)) return <AssetChoice entity={entity} />;
  if (replacesData(error, data)) return <Failure error={error} entity={assets} onRetry={refetch} />;
  if (!data || !shaped || !types) return <FormSkeleton />;
  const type =
    proposedType(types, data.id_tipo_intervento_default) ?? (types.length === 1 ? types[0]?.id : undefined);
  return <Fault key={data.id} entity={shaped.shape} setting={shaped.setting} asset={data} type={type} />;
}

interface FaultProps {
  entity: Entity;
  setting: SettingOf;
  asset: RowOf<'oggetto'>;
  type: number | undefined;
}

function Fault({ entity, setting, asset, type }: FaultProps) {
  const [isWhole, setWhole] = useState(false);
  const openWhole = useCallback(() => setWhole(true), []);
  const states = useStates(undefined, type);
  const today = useToday(setting);
  const state = firstState(withoutTechnician(states));
  const start = useMemo(
    () => ({
      ...newStart(entity, { parameters: { idOggetto: String(asset.id) }, today }),
      ...filledIn({ asset, type, state }),
    }),
    [entity, asset, today, type, state],
  );
  const draws = useMemo(
    () => (isWhole ? undefined : (field: Field) => isInShortForm(field, start)),
    [isWhole, start],
  );
  if (!states) return <FormSkeleton />;
  return (
    <FormContext setting={setting} widgets={isWhole ? undefined : SHORT_WIDGETS} draws={draws}>
      <FaultForm entity={entity} asset={asset} start={start} isWhole={isWhole} onWhole={openWhole} />
    </FormContext>
  );
}

/** Returns the address of the previous page: the choice of the asset, or the asset; of a refused fault, the home. */
function useBack(asset: RowOf<'oggetto'>): string {
  const { state } = useLocation();
  const assets = useApplication().byName.entity('asset');
  if (changedFault(state)) return HOME;
  return isRow(state) && state.chosen === true
    ? reportFault()
    : addressOf(routeOf(assets, 'detail'), asset.id);
}

interface FaultFormProps {
  entity: Entity;
  asset: RowOf<'oggetto'>;
  start: ReturnType<typeof newStart>;
  isWhole: boolean;
  onWhole(): void;
}

/**
 * Returns a function that ends the report. Without a network the fault waits on the device, and the home page
 * displays it.
 */
function useFinish(entity: Entity, report: Report): (saved: RaRecord) => Promise<void> {
  const navigate = useNavigate();
  const say = useSay();
  const saySaved = useSaySaved(entity);
  return async (saved) => {
    if (!isProvisional(saved.id)) {
      saySaved(saved);
      return navigate(addressOf(routeOf(entity, 'detail'), saved.id), { replace: true });
    }
    try {
      const complete = await report.keep();
      say(complete ? 'officina.outbox.kept' : 'officina.fault.photo_not_kept', complete ? 'info' : 'warning');
      return navigate(HOME, { replace: true });
    } catch {
      say('officina.outbox.full', 'error');
    }
  };
}

/** Returns the values of a fault that its asset determines. */
const givenFor = ({
  changed,
  asset,
  start,
  entity,
}: Pick<FaultFormProps, 'asset' | 'start' | 'entity'> & { changed: Waiting | undefined }): Row => {
  const type = Number(start.id_tipo_guasto) || undefined;
  const provided = filledIn({ asset, type, state: Number(start.id_stato) || undefined });
  return { id_oggetto: asset.id, ...givenByAsset(changed, { ...provided, id_oggetto: asset.id }, entity) };
};

function FaultForm({ entity, asset, start, isWhole, onWhole }: FaultFormProps) {
  const translate = useTranslate();
  const assets = useApplication().byName.entity('asset');
  const [photos, setPhotos] = useState<File[]>([]);
  const [what, urgency] = [translate('officina.fault.what'), translate('officina.fault.urgency')];
  const shape = useMemo(
    () =>
      isWhole
        ? entity
        : shortForm(entity, start, {
            [WHAT]: { it: what, en: what },
            [URGENCY]: { it: urgency, en: urgency },
          }),
    [entity, start, isWhole, what, urgency],
  );
  const title = translate('officina.fault.title');
  const about = displayOf(assets, asset);
  const onBegun = useCallback(
    (begun: Besides) => {
      setPhotos(begun.photos);
      if (begun.isWhole) onWhole();
    },
    [onWhole],
  );
  const { state } = useLocation();
  const [changed] = useState(() => changedFault(state));
  const [given] = useState(() => givenFor({ changed, asset, start, entity }));
  const kept = { about, photos, isWhole, given, onBegun };
  const back = useBack(asset);
  usePageTitle(`${title}: ${about}`);
  return (
    <NewRecord entity={entity}>
      <FormHeader entity={assets} above={about} title={title} back={back} />
      <Paper variant="outlined" sx={{ ...PAPER_STYLE, maxWidth: isWhole ? undefined : 560, mx: 'auto' }}>
        <SendingForm
          entity={shape}
          start={start}
          back={back}
          below={changed?.key}
          kept={kept}
          extra={
            <>
              <FaultPhotos photos={photos} onChange={setPhotos} />
              {changed && (
                <Button component={Link} to={reportFault()} state={state} fullWidth sx={BUTTON_STYLE}>
                  {translate('officina.fault.other_asset')}
                </Button>
              )}
              {!isWhole && (
                <Button onClick={onWhole} fullWidth sx={BUTTON_STYLE}>
                  {translate('officina.fault.whole_form')}
                </Button>
              )}
            </>
          }
        />
      </Paper>
    </NewRecord>
  );
}

interface SendingFormProps {
  entity: Entity;
  start: Row;
  back: string;
  /** The refused fault that the form changes. */
  below?: string;
  kept: Kept;
  extra: ReactNode;
}

function SendingForm(form: SendingFormProps) {
  const report = useReport(form.entity, form.kept);
  const finish = useFinish(form.entity, report);
  return (
    <SendContext value={report.sendFiles}>
      <CreateForm {...form} own={report} onSaved={finish} />
    </SendContext>
  );
}
