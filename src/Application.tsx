/** The table of contents behind the login: every screen, by its address, and who may open it. */
import { use } from 'react';
import type { SessionUser } from '../dataProvider/session.ts';
import { HouseProvider } from '../resources/House.tsx';
import { screensOf } from '../resources/screens/screens.tsx';
import type { Entity } from '../schemas/entity.ts';
import { Foundations } from './frame/Foundations.tsx';
import { type Plant, plantOf } from './frame/plant.ts';
import type { Room } from './frame/rooms.ts';
import { ADMINS, SUPER_ADMIN } from './frame/rooms.ts';
import { HomePage } from './home/HomePage.tsx';
import { ApiPage } from './information/ApiPage.tsx';
import { ChangesPage } from './information/ChangesPage.tsx';
import { LicencePage } from './information/LicencePage.tsx';

const roomsOf = (entities: Entity[]): Room[] => [
  { path: '/home', access: 'session', title: 'officina.menu.home', element: <HomePage /> },
  { path: '/info', access: ADMINS, title: 'officina.user.licence', element: <LicencePage /> },
  { path: '/history', access: ADMINS, title: 'officina.user.history', element: <ChangesPage /> },
  { path: '/api-description', access: SUPER_ADMIN, title: 'officina.user.api', element: <ApiPage /> },
  ...screensOf(entities),
];

export default function Application({ user }: { user: SessionUser }) {
  const plant = use(plantOf(user));
  return (
    <HouseProvider entities={plant.entities} person={plant.person} setting={plant.setting}>
      <Foundations plant={plant} user={user} rooms={roomsFor(plant)} />
    </HouseProvider>
  );
}

const known = new WeakMap<Plant, Room[]>();

/** The same rooms for the same plant, so that a new draw changes no element. */
function roomsFor(plant: Plant): Room[] {
  const rooms = known.get(plant) ?? roomsOf(plant.entities);
  known.set(plant, rooms);
  return rooms;
}
