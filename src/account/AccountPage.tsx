/** The user's own account: password, second factor, telephone number, messages to devices, files on this device, unsent acts and sessions. */
import { useTranslate } from 'react-admin';
import { FactorCard } from './FactorCard.tsx';
import { FilesCard } from './FilesCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PhoneCard } from './PhoneCard.tsx';
import { PushCard } from './PushCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { UnsentCard } from './UnsentCard.tsx';
import './account.css';

export default function AccountPage() {
  const translate = useTranslate();
  return (
    <div className="account">
      <h1>{translate('officina.account.title')}</h1>
      <div className="account-cards">
        <PasswordCard />
        <div className="account-column">
          <FactorCard />
          <PhoneCard />
        </div>
      </div>
      <PushCard />
      <FilesCard />
      <UnsentCard />
      <SessionsCard />
    </div>
  );
}
