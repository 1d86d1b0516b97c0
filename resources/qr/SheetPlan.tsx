/**
 * A plan of the label sheet: used places, and places of new labels. A click on a place sets the first label.
 */
import { useTranslate } from 'react-admin';
import { onOnePage, placeOf } from '../../schemas/qr/labels.ts';
import type { LabelSheet } from './useLabelSheet.ts';

interface SheetPlanProps {
  sheet: LabelSheet;
  /** The number of labels to print. */
  count: number;
}

export function SheetPlan({ sheet: { format, first, begin }, count }: SheetPlanProps) {
  const translate = useTranslate();
  const { page, label } = format;
  const places = Array.from({ length: onOnePage(format) }, (_, index) => index);
  const stateOf = (index: number): string => {
    if (index < first - 1) return 'var(--hover)';
    return index < first - 1 + count ? 'var(--accent)' : 'var(--accent-soft)';
  };
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={translate('officina.qr.plan', { first, count: onOnePage(format) })}
      style={{ width: 120, border: '1px solid var(--line)', borderRadius: 4, background: 'var(--surface)' }}
    >
      {places.map((index) => {
        const { x, y } = placeOf(format, index);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the field next to it does the same by keyboard.
          <rect
            key={index}
            x={x + 0.8}
            y={y + 0.8}
            width={label.width - 1.6}
            height={label.height - 1.6}
            rx={2}
            fill={stateOf(index)}
            style={{ cursor: 'pointer' }}
            onClick={() => begin(index + 1)}
          />
        );
      })}
    </svg>
  );
}
