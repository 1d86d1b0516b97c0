/** The widget of a text in each language. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { LANGUAGES, type Language } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useFormScope } from './form-scope.ts';
import { useTyping } from './typing.ts';
import { BOX, READ_ONLY, type WidgetProps } from './Widget.ts';

type Texts = Partial<Record<Language, string | null>>;

export function TranslationsWidget({ field, id, value, onChange, readOnly, error, help }: WidgetProps) {
  const userLanguage = useLanguage();
  const { entity } = useFormScope();
  const texts = (value ?? {}) as Texts;
  const name = (entity.field(field.translates ?? '') ?? field).title[userLanguage];
  const change = (language: Language, text: string) => {
    const next = { ...texts, [language]: text || null };
    onChange(Object.values(next).some(Boolean) ? next : undefined);
  };
  return (
    <Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {LANGUAGES.map((language, index) => (
          <LanguageBox
            key={language}
            id={index === 0 ? id : `${id}-${language}`}
            language={language}
            name={name}
            text={texts[language] ?? ''}
            onChange={(text) => change(language, text)}
            readOnly={readOnly}
            error={error}
          />
        ))}
      </Box>
      {help && <FormHelperText error={error}>{help}</FormHelperText>}
    </Box>
  );
}

interface LanguageBoxProps {
  id: string;
  language: Language;
  name: string;
  text: string;
  onChange(text: string): void;
  readOnly: boolean;
  error: boolean;
}

function LanguageBox({ id, language, name, text, onChange, readOnly, error }: LanguageBoxProps) {
  const translate = useTranslate();
  const typing = useTyping(text, onChange);
  return (
    <TextField
      {...BOX}
      sx={readOnly ? READ_ONLY : undefined}
      {...typing.input}
      key={typing.epoch}
      id={id}
      error={error}
      label={translate(`officina.form.language_${language}`, { name })}
      slotProps={{ htmlInput: { readOnly, lang: language } }}
    />
  );
}
