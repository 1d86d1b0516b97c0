/** The number of interventions in each state, with links to the lists. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage } from '../../resources/context/application.tsx';
import { hexOf, readColour, solid } from '../../resources/format/colour.ts';
import { formatCount } from '../../resources/format/format.ts';
import { BY_STATE } from '../../schemas/interventions.ts';
import { useFigures } from './home-calls.ts';
import { listOfState } from './list-links.ts';
import { Panel, QueryContent } from './Panel.tsx';

export function StateCounters() {
  const translate = useTranslate();
  const language = useLanguage();
  const figures = useFigures(BY_STATE);
  return (
    <Panel title={translate('officina.home.states')} className="home-panel-states">
      <QueryContent query={figures} height={170}>
        {(states) => (
          <ul className="counters">
            {states.map(({ id_stato: id, descrizione, colore, totale }) => {
              const colour = readColour(colore);
              return (
                <li key={id}>
                  <Link to={listOfState(id)} className="counter">
                    <span
                      className="counter-colour"
                      style={{ background: colour && hexOf(solid(colour)) }}
                      aria-hidden="true"
                    />
                    <span className="counter-name">{descrizione}</span>
                    <strong>{formatCount(totale, language)}</strong>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </QueryContent>
    </Panel>
  );
}
