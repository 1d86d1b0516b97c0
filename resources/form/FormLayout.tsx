/**
 * The sections and tabs of x-form, in two columns, or one on a phone. Fields whose condition is not met are absent.
 */

import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { createContext, type ReactElement, useContext } from 'react';
import { inForce, type Section } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { useLanguage } from '../context/application.tsx';
import { useFormScope, useWatched } from '../widgets/form-scope.ts';

/** The width depends on the form and not on the window, because a dialog is narrow on a wide screen too. */
const TWO_COLUMNS = '@container (min-width: 720px)';

/** The open tab. It is stored above the form, so that an error can open its tab. */
export const TabContext = createContext<{ tab: number; open(tab: number): void }>({
  tab: 0,
  open: () => undefined,
});

/** Returns the index of a field's tab. Sections before the first tab are above the tabs. */
export const tabIndexOf = (sections: Section[], name: string): number =>
  Math.max(
    0,
    sections.filter((section) => section.tab).findIndex((section) => section.fields.includes(name)),
  );

/** Draws only the widget, which draws label, help and errors itself. */
export const BareField = ({ children }: FieldTemplateProps) => children;

type Contents = Map<string, ReactElement>;

export function FormLayout({ properties }: ObjectFieldTemplateProps) {
  const { entity } = useFormScope();
  const { tab, open } = useContext(TabContext);
  const language = useLanguage();
  const contents: Contents = new Map(properties.map(({ name, content }) => [name, content]));
  const tabs = entity.form.filter((section) => section.tab);
  const untabbed = entity.form.filter((section) => !section.tab);
  return (
    <>
      {untabbed.map((section) => (
        <FormSection
          key={section.title.en}
          section={section}
          contents={contents}
          titled={entity.form.length > 1}
        />
      ))}
      {tabs.length > 0 && (
        <Tabs value={tab} onChange={(_event, next) => open(next)} variant="scrollable" sx={{ mb: 2 }}>
          {tabs.map((section) => (
            <Tab key={section.title.en} label={section.title[language]} />
          ))}
        </Tabs>
      )}
      {tabs.map((section, index) => (
        <Box
          key={section.title.en}
          role="tabpanel"
          aria-label={section.title[language]}
          hidden={index !== tab}
        >
          <FormSection section={section} contents={contents} titled={false} />
        </Box>
      ))}
    </>
  );
}

function FormSection({
  section,
  contents,
  titled,
}: {
  section: Section;
  contents: Contents;
  titled: boolean;
}) {
  const language = useLanguage();
  return (
    <Box component="section" sx={{ mb: 3, containerType: 'inline-size' }}>
      {titled && (
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1.5 }}>
          {section.title[language]}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: '1fr',
          [TWO_COLUMNS]: { gridTemplateColumns: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        {section.fields.map((name) => {
          const content = contents.get(name);
          return content && <Place key={name} name={name} content={content} />;
        })}
      </Box>
    </Box>
  );
}

function Place({ name, content }: { name: string; content: ReactElement }) {
  const { entity } = useFormScope();
  const field = entity.property(name);
  const isInForce = useWatched((row) => inForce(field, row));
  if (!isInForce) return null;
  return <Box sx={{ minWidth: 0, gridColumn: KINDS[field.kind].wide ? '1 / -1' : undefined }}>{content}</Box>;
}
