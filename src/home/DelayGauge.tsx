/** The share of open work that is on time, as a half ring of twenty segments. Its figures link to the lists. */
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { formatCount } from '../../resources/format/format.ts';
import { LATE } from '../../schemas/interventions.ts';
import { LEVELS, onTime } from './gauge.ts';
import { useFigures } from './home-calls.ts';
import { listWith } from './list-links.ts';
import { Panel, QueryContent } from './Panel.tsx';

const [WIDTH, HEIGHT, OUTER, INNER] = [200, 108, 96, 70];
const GAP = 0.022;
const SEGMENTS = Array.from({ length: LEVELS }, (_, index) => index);

const point = (radius: number, angle: number): string =>
  `${(WIDTH / 2 - radius * Math.cos(angle)).toFixed(2)} ${(HEIGHT - 6 - radius * Math.sin(angle)).toFixed(2)}`;

function segment(index: number): string {
  const step = Math.PI / LEVELS;
  const [from, to] = [index * step + GAP, (index + 1) * step - GAP];
  return `M${point(OUTER, from)}A${OUTER} ${OUTER} 0 0 1 ${point(OUTER, to)}L${point(INNER, to)}A${INNER} ${INNER} 0 0 0 ${point(INNER, from)}Z`;
}

export function DelayGauge() {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useApplication().byName.entity('intervention');
  const figures = useFigures(LATE);
  return (
    <Panel title={translate('officina.home.delays')} className="home-panel-delays">
      <QueryContent query={figures} height={170}>
        {({ totale, in_ritardo: late }) => {
          const { percent, lit } = onTime(totale, late);
          return (
            <>
              <meter
                style={visuallyHidden}
                aria-label={translate('officina.home.on_time')}
                min={0}
                max={100}
                value={percent}
              />
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="gauge" aria-hidden="true">
                {SEGMENTS.map((index) => (
                  <path key={index} d={segment(index)} className={index < lit ? 'lit' : undefined} />
                ))}
              </svg>
              <p className="gauge-share">
                <strong>{percent}%</strong> {translate('officina.home.on_time')}
              </p>
              <ul className="gauge-figures">
                <li>
                  <Link to={listWith(entity, { scaduti: '1' })} className={late > 0 ? 'late' : undefined}>
                    <strong>{formatCount(late, language)}</strong> {translate('officina.home.late')}
                  </Link>
                </li>
                <li>
                  <Link to={listWith(entity, {})}>
                    <strong>{formatCount(totale, language)}</strong> {translate('officina.home.open')}
                  </Link>
                </li>
              </ul>
            </>
          );
        }}
      </QueryContent>
    </Panel>
  );
}
