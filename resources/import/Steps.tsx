/** The steps of an import, with the current one marked. */
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';

const NAMES = ['file', 'columns', 'trial', 'run'] as const;
export type StepName = (typeof NAMES)[number];

export function Steps({ at }: { at: StepName }) {
  const translate = useTranslate();
  const current = NAMES.indexOf(at);
  return (
    <Box
      component="ol"
      aria-label={translate('officina.import.steps')}
      sx={{ display: 'flex', gap: { xs: 1, sm: 2 }, m: 0, px: { xs: 2, sm: 3 }, pb: 1.5, listStyle: 'none' }}
    >
      {NAMES.map((name, index) => (
        <Box
          component="li"
          key={name}
          aria-current={index === current ? 'step' : undefined}
          sx={{
            flex: 1,
            minWidth: 0,
            pt: 0.75,
            borderTop: '3px solid',
            borderColor: index <= current ? 'primary.main' : 'divider',
            color: index === current ? 'text.primary' : 'text.secondary',
            fontWeight: index === current ? 600 : 400,
            fontSize: '0.8125rem',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {index + 1}. {translate(`officina.import.step_${name}`)}
        </Box>
      ))}
    </Box>
  );
}
