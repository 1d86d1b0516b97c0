/** A list in a react-admin application with nothing of its own, beside which pages.ts measures ours. */
import { Admin, Datagrid, type DataProvider, DateField, List, Resource, TextField } from 'react-admin';
import { createRoot } from 'react-dom/client';

const refused = () => Promise.reject(new Error('only lists'));

const provider: DataProvider = {
  async getList(_resource, { pagination }) {
    const reply = await fetch(`/api/cmms/odl/?pag=${pagination?.page ?? 1}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
    });
    const { data, tot } = await reply.json();
    return { data, total: tot };
  },
  getOne: refused,
  getMany: refused,
  getManyReference: refused,
  create: refused,
  update: refused,
  updateMany: refused,
  delete: refused,
  deleteMany: refused,
};

const Orders = () => (
  <List perPage={30}>
    <Datagrid>
      <TextField source="codice" />
      <TextField source="descrizione" />
      <TextField source="oggetto" />
      <TextField source="stato" />
      <DateField source="data_ordine" />
      <TextField source="tecnico" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={provider}>
    <Resource name="odl" list={Orders} />
  </Admin>,
);
