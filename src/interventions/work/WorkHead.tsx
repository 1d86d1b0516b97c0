/** The top of the work card: the task, the asset, and the requester. */
import FullIcon from '@mui/icons-material/DashboardOutlined';
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import SunIcon from '@mui/icons-material/WbSunnyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { documentsOf, type Owner } from '../../../dataProvider/documents.ts';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { ColourMark } from '../../../resources/display/ColourMark.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { RecordLink } from '../../../resources/display/RecordLink.tsx';
import { GLIMPSE } from '../../../resources/files/glimpse.ts';
import { useFiles } from '../../../resources/files/useFiles.tsx';
import { useHeldFile } from '../../../resources/files/useHeldFile.ts';
import { readColour, WHITE } from '../../../resources/format/colour.ts';
import { formatInstant } from '../../../resources/format/format.ts';
import { Way } from '../../../resources/hierarchy/Way.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { displayOf } from '../../../schemas/entity.ts';
import { dialling } from '../../../schemas/phone.ts';
import type { RowOf } from '../../../schemas/types.ts';

interface WorkHeadProps {
  entity: EntityOf<'odl'>;
  record: RowOf<'odl'>;
  /** Whether the state was entered on this device and is not sent yet. */
  isUnsent: boolean;
  sunlight: boolean;
  onSunlight(): void;
  onAll(): void;
  /** A notice below the state. */
  children?: ReactNode;
}

export function WorkHead({ entity, record, isUnsent, sunlight, children, ...press }: WorkHeadProps) {
  const translate = useTranslate();
  return (
    <>
      <div>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <State record={record} isUnsent={isUnsent} />
          <IconButton
            aria-label={translate('officina.interventions.work.sunlight')}
            aria-pressed={sunlight}
            onClick={press.onSunlight}
            sx={{
              minWidth: 48,
              minHeight: 48,
              '&&[aria-pressed="true"]': { bgcolor: 'text.primary', color: 'background.paper' },
            }}
          >
            <SunIcon />
          </IconButton>
          <Button startIcon={<FullIcon />} onClick={press.onAll} sx={{ minHeight: 48 }}>
            {translate('officina.interventions.work.all')}
          </Button>
        </Box>
        {children}
      </div>
      <Paper component="section" variant="outlined" sx={{ overflow: 'hidden' }}>
        <AssetPhoto id={record.id_oggetto} />
        <Box sx={{ p: 2, display: 'grid', gap: 1 }}>
          <Typography component="h1" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {displayOf(entity, record)}
          </Typography>
          <Where record={record} />
          {record.note && (
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{record.note}</Typography>
          )}
          <Facts entity={entity} record={record} />
          <CallRequester record={record} />
        </Box>
      </Paper>
    </>
  );
}

function State({ record, isUnsent }: Pick<WorkHeadProps, 'record' | 'isUnsent'>) {
  const translate = useTranslate();
  return (
    <Box
      component="section"
      aria-label={translate('officina.interventions.detail.state')}
      sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 }}
    >
      <ColourMark colour={readColour(record.stato_colore) ?? WHITE} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{record.stato}</Typography>
        {isUnsent && (
          <Typography variant="body2">{translate('officina.interventions.work.unsent')}</Typography>
        )}
      </Box>
    </Box>
  );
}

/** The cover image of the asset, if it has one. */
function AssetPhoto({ id }: { id: number }) {
  const translate = useTranslate();
  const owner = useMemo((): Owner => ({ resource: 'oggetto', id }), [id]);
  const { data } = useQuery({
    queryKey: ['documents', owner.resource, String(id), 'cover'],
    queryFn: () => documentsOf(owner, { isCopertina: 1 }),
  });
  const files = useFiles(owner);
  const [broken, setBroken] = useState<string>();
  const cover = data?.documenti[0];
  const { url } = useHeldFile(cover?.url);
  // Without a network the file may be missing.
  if (!cover || (url !== undefined && url === broken)) return null;
  return (
    <>
      <ButtonBase
        onClick={() => files.look(cover)}
        aria-label={translate('officina.documents.look_at', { name: cover.nome_file_originale })}
        sx={{ display: 'block', width: '100%', height: { xs: 144, md: 220 }, bgcolor: 'action.hover' }}
      >
        <Box
          component="img"
          src={url}
          alt={cover.descrizione || translate('officina.documents.cover_image')}
          sx={{ ...GLIMPSE, width: '100%', height: '100%', objectFit: 'cover' }}
          onError={() => setBroken(url)}
        />
      </ButtonBase>
      {files.dialog}
    </>
  );
}

/** The asset with its path in the tree. */
function Where({ record }: { record: RowOf<'odl'> }) {
  const assets = useApplication().byName.get('asset');
  return (
    <Box>
      {assets && <Way entity={assets} record={{ id: record.id_oggetto }} plain />}
      <Typography
        sx={{
          fontWeight: 600,
          overflowWrap: 'anywhere',
          '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 48 },
        }}
      >
        <RecordLink entity={assets} id={record.id_oggetto}>
          {record.oggetto}
        </RecordLink>
      </Typography>
    </Box>
  );
}

/** Type, priority, planned date and requester as plain texts, whose contrast does not depend on data. */
function Facts({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const language = useLanguage();
  const zone = usePlantZone();
  const priority = entity.property('priorita');
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      <Fact label={entity.property('id_tipo_guasto').title[language]}>{record.tipo_guasto}</Fact>
      <Fact label={priority.title[language]}>
        <FieldValue entity={entity} field={priority} value={record.priorita} row={record} />
      </Fact>
      {record.data_ordine && (
        <Fact label={entity.property('data_ordine').title[language]}>
          {formatInstant(record.data_ordine, zone)}
        </Fact>
      )}
      {record.tecnico && <Fact label={entity.property('id_tecnico').title[language]}>{record.tecnico}</Fact>}
      <Fact label={entity.property('usr_ins').title[language]}>{record.usr_ins}</Fact>
    </Box>
  );
}

/**
 * A link that calls the requester. Nothing is displayed without a number, or for users who do not work on the
 * intervention.
 */
function CallRequester({ record }: { record: RowOf<'odl'> }) {
  const translate = useTranslate();
  if (!record.telefono_usr_ins) return null;
  return (
    <Button
      href={dialling(record.telefono_usr_ins)}
      variant="outlined"
      startIcon={<PhoneIcon />}
      fullWidth
      sx={{ minHeight: 48, overflowWrap: 'anywhere' }}
    >
      {translate('officina.interventions.work.call', { name: record.usr_ins })}
    </Button>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}
