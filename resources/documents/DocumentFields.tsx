/** The fields of one document, or of all files of an upload: folder, description, date, cover image. */

import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { type FolderRow, folderName } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { todayIn } from '../format/plant-time.ts';
import { PickBox } from '../widgets/ChoiceWidget.tsx';
import DateInput from '../widgets/Dates.tsx';
import { FlagWidget } from '../widgets/FlagWidget.tsx';
import { TextWidget } from '../widgets/TextWidget.tsx';
import type { WidgetProps } from '../widgets/Widget.ts';
import type { Draft } from './upload-job.ts';
import { useDocumentsEntity } from './useDocuments.ts';

interface DocumentFieldsProps {
  entity: Entity;
  folders: FolderRow[];
  draft: Draft;
  errors: Record<string, string>;
  readOnly?: boolean;
  /** The reason why the file cannot be the cover image; undefined if it can. */
  noCover?: string;
  onChange(changes: Partial<Draft>): void;
}

/** Returns a function that gives the widget of a field its properties, by the field's name. */
function useWidgetProps({ entity, errors, readOnly = false }: DocumentFieldsProps) {
  const language = useLanguage();
  const documents = useDocumentsEntity(entity);
  return (name: string, required = false): Omit<WidgetProps, 'value' | 'onChange'> => {
    const field = documents.property(name);
    const error = errors[name] ?? (name === 'id_cartella' ? errors.idCartella : undefined);
    return {
      field,
      id: `document-${name}`,
      label: field.title[language],
      required: required && !readOnly,
      readOnly,
      error: error !== undefined,
      help: error,
    };
  };
}

export function DocumentFields(props: DocumentFieldsProps) {
  const { entity, folders, draft, readOnly = false, noCover, onChange } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const today = todayIn(usePlantZone());
  const widget = useWidgetProps(props);
  const cover = widget('is_immagine_copertina');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
        alignItems: 'start',
        mb: 3,
      }}
    >
      <PickBox
        {...widget('id_cartella', true)}
        value={draft.folder}
        onChange={(folder) => onChange({ folder: numberOf(folder) })}
        picks={folders.map((folder) => ({ value: folder.id, text: folderName(folder, language) }))}
      />
      <DateInput
        {...widget('data_validita', true)}
        value={draft.day}
        last={today}
        onChange={(day) => onChange({ day })}
      />
      <Box sx={{ gridColumn: { md: entity.documents?.cover ? undefined : '1 / -1' } }}>
        <TextWidget
          {...widget('descrizione')}
          value={draft.description}
          onChange={(text) => onChange({ description: String(text ?? '') })}
        />
      </Box>
      {entity.documents?.cover && (
        <FlagWidget
          {...cover}
          readOnly={readOnly || noCover !== undefined}
          value={draft.cover && noCover === undefined ? 1 : 0}
          onChange={(value) => onChange({ cover: value === 1 })}
          help={cover.help ?? noCover ?? translate('officina.documents.cover_help')}
        />
      )}
    </Box>
  );
}
