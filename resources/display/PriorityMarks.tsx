/** A priority as one to three marks, so that it does not depend on colour alone. */
import Box from '@mui/material/Box';

/** Green, yellow and red, each readable in both themes. */
const MARKS: Record<number, string> = { 1: '#2e7d32', 2: '#e0a100', 3: '#d32f2f' };

export function PriorityMarks({ priority, label }: { priority: number; label: string }) {
  return (
    <Box
      component="span"
      role="img"
      aria-label={label}
      title={label}
      sx={{ display: 'inline-flex', gap: 0.5, verticalAlign: 'middle' }}
    >
      {[1, 2, 3].map((mark) => (
        <Box
          key={mark}
          component="span"
          sx={{
            width: 8,
            height: 14,
            borderRadius: 0.5,
            border: '1px solid',
            borderColor: mark <= priority ? MARKS[priority] : 'divider',
            bgcolor: mark <= priority ? MARKS[priority] : 'transparent',
          }}
        />
      ))}
    </Box>
  );
}
