/** The widget of a file field: the file's name, and buttons to replace or remove it. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { ACCEPTED } from '../../schemas/file-types.ts';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { FileLink } from '../files/FileLink.tsx';
import { refusalOf } from '../files/file-facts.ts';
import { fileNameIn } from '../files/file-field.ts';
import { useFileInput } from '../files/useFileInput.tsx';
import { WAITING } from './form-files.ts';
import { useFormScope } from './form-scope.ts';
import type { WidgetProps } from './Widget.ts';

const LABEL_STYLE = {
  position: 'absolute',
  top: -9,
  left: 9,
  zIndex: 1,
  px: 0.5,
  fontSize: '0.75em',
  bgcolor: 'background.paper',
};
const BOX_STYLE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: 40,
  pl: 1.75,
  pr: 0.5,
  py: 0.5,
  border: '1px solid',
  borderColor: 'text.disabled',
  borderRadius: 0.75,
};

const boxStyle = (wrong: boolean, readOnly: boolean) => ({
  ...BOX_STYLE,
  ...(wrong && { borderColor: 'error.main' }),
  ...(readOnly && { bgcolor: 'action.hover' }),
});

/** Returns the chosen file, which is sent after saving, or the reason why it is refused. */
function useFileChoice({ field, onChange }: WidgetProps) {
  const translate = useTranslate();
  const { files } = useFormScope();
  const [refusal, setRefusal] = useState<string>();
  const [chosen, setChosen] = useState(() => files.of(field.name));
  const choose = (file: File | undefined) => {
    if (!file) return;
    const refused = refusalOf(file);
    setRefusal(refused && translate(refused.key, refused.params));
    if (refused) return;
    files.choose(field.name, file);
    setChosen(file);
    onChange(WAITING);
  };
  const remove = () => {
    setRefusal(undefined);
    onChange(undefined);
  };
  return { chosen, refusal, choose, remove };
}

export function FileWidget(props: WidgetProps) {
  const { field, id, label, value, required, readOnly, help } = props;
  const translate = useTranslate();
  const { stored } = useFormScope();
  const { chosen, refusal, choose, remove } = useFileChoice(props);
  const [asking, setAsking] = useState(false);
  const hasFile = value !== undefined && value !== null;
  const isStored = hasFile && value !== WAITING;
  const message = refusal ?? help;
  const wrong = props.error || refusal !== undefined;
  return (
    <FormControl error={wrong} fullWidth role="group" aria-labelledby={`${id}-label`}>
      <FileLabel id={`${id}-label`} label={label} required={required} wrong={wrong} />
      <Box sx={boxStyle(wrong, readOnly)}>
        <Box sx={{ flex: '1 1 140px', minWidth: 0, py: 0.5, overflowWrap: 'anywhere' }}>
          <FileName field={field.name} value={value} chosen={chosen} />
        </Box>
        {!readOnly && (
          <ChooseFile
            id={id}
            label={label}
            helpId={message && `${id}-help`}
            replaces={hasFile}
            onChoose={choose}
          />
        )}
        {!readOnly && hasFile && !(isStored && required) && (
          <RemoveButton label={label} onClick={() => (isStored ? setAsking(true) : remove())} />
        )}
      </Box>
      {message && (
        <FormHelperText id={`${id}-help`} sx={{ mx: 0 }}>
          {message}
        </FormHelperText>
      )}
      <ConfirmDialog
        open={asking}
        title={translate('officina.confirm.deleteFile')}
        confirm={translate('officina.list.delete')}
        onConfirm={() => {
          setAsking(false);
          remove();
        }}
        onClose={() => setAsking(false)}
      >
        {translate('officina.documents.taken_on_save', { name: fileNameIn(stored, field.name, value) })}
      </ConfirmDialog>
    </FormControl>
  );
}

interface FileLabelProps {
  id: string;
  label: string;
  required: boolean;
  wrong: boolean;
}

/** The label is in the border, as in a text field. */
function FileLabel({ id, label, required, wrong }: FileLabelProps) {
  return (
    <Typography id={id} component="span" color={wrong ? 'error' : 'textSecondary'} sx={LABEL_STYLE}>
      {label}
      {required && ' *'}
    </Typography>
  );
}

interface ChooseFileProps {
  id: string;
  label: string;
  helpId: string | undefined;
  /** Whether the new file replaces an existing one. */
  replaces: boolean;
  onChoose(file: File | undefined): void;
}

function ChooseFile({ id, label, helpId, replaces, onChoose }: ChooseFileProps) {
  const translate = useTranslate();
  const { input, pick } = useFileInput({
    'aria-label': label,
    accept: ACCEPTED,
    onTake: ([file]) => onChoose(file),
  });
  return (
    <>
      <Button id={id} size="small" startIcon={<UploadIcon />} aria-describedby={helpId} onClick={pick}>
        {translate(replaces ? 'officina.documents.replace' : 'officina.documents.choose_one')}
      </Button>
      {input}
    </>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick(): void }) {
  const translate = useTranslate();
  const title = translate('officina.documents.take_away', { name: label });
  return (
    <Tooltip title={title}>
      <IconButton aria-label={title} onClick={onClick}>
        <DeleteIcon />
      </IconButton>
    </Tooltip>
  );
}

interface FileNameProps {
  field: string;
  value: unknown;
  /** The file that is sent after saving. */
  chosen: File | undefined;
}

function FileName({ field, value, chosen }: FileNameProps) {
  const translate = useTranslate();
  const { entity, stored } = useFormScope();
  if (value === undefined || value === null)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('officina.documents.none')}
      </Typography>
    );
  if (value === WAITING)
    return (
      <>
        <Typography sx={{ lineHeight: 1.3 }}>{chosen?.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {translate('officina.documents.sent_on_save')}
        </Typography>
      </>
    );
  // A new record has no id, and no file of its own either.
  const owner = { resource: entity.resource, id: idOf(entity, stored) };
  const name = fileNameIn(stored, field, value) ?? translate('officina.documents.number', { id: value });
  return <FileLink owner={owner} id={Number(value)} name={name} />;
}
