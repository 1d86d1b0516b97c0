/** A priority as one to three marks, so that it does not depend on colour alone. */
import './display.css';

/** Green, yellow and red, each readable in both themes. */
const MARKS: Record<number, string> = { 1: '#2e7d32', 2: '#e0a100', 3: '#d32f2f' };

export function PriorityMarks({ priority, label }: { priority: number; label: string }) {
  const colour = MARKS[priority];
  return (
    <span className="priority-marks" role="img" aria-label={label} title={label}>
      {[1, 2, 3].map((mark) => (
        <span
          key={mark}
          className="priority-mark"
          style={mark <= priority ? { borderColor: colour, backgroundColor: colour } : undefined}
        />
      ))}
    </span>
  );
}
