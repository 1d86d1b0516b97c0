import { isMet, RULES, strengthOf } from '../../schemas/password.ts';
import { useWords } from '../words/Words.tsx';

/** The password rules, each ticked if it is met, and the strength of the password. */
export function Strength({ password }: { password: string }) {
  const { t } = useWords();
  const strength = strengthOf(password);
  return (
    <div className="strength">
      <div className={`strength-bar strength-${password ? strength : 'none'}`} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p role="status" className="strength-label">
        {t('officina.password.strength')}: <strong>{t(`officina.password.strengths.${strength}`)}</strong>
      </p>
      <ul>
        {RULES.map((rule) => {
          const met = isMet(rule, password);
          return (
            <li key={rule} className={met ? 'met' : ''}>
              <span aria-hidden="true">{met ? '✓' : '○'}</span> {t(`officina.password.rules.${rule}`)}
              <span className="visually-hidden">
                {t(met ? 'officina.password.met' : 'officina.password.unmet')}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
